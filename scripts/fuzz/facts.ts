import fc from 'fast-check'

/** What a request may name and the shop knows. Requests hold its name, so that a seed means the same in every run. */
export const facts = [
  'product',
  'countedProduct',
  'archivedProduct',
  'address',
  'order',
  'checkout',
  'payableOrder',
  'paidOrder',
  'producerApplication',
  'approvedProducer',
  'productImport',
  'newsletterToken',
  'resetToken',
  'confirmationToken',
  'session',
  'email',
  'password',
  'othersEmail',
  'sellerEmail',
  'sellerPassword',
  'metricsToken',
  'othersAddress',
  'othersOrder',
  'othersSession',
] as const
export type Fact = (typeof facts)[number]
export type Facts = Record<Fact, string>

/** Stands for a fact in a request. */
export const fact = (name: Fact) => `@{${name}}`

function factsNamedBy(words: readonly string[]): readonly Fact[] {
  const stems = words.map((word) => word.toLowerCase().replace(/(?<=.{3})s$/, '')).filter((stem) => stem.length > 2)
  return facts.filter((name) =>
    stems.some((stem) => name.toLowerCase().includes(stem) || stem.includes(name.toLowerCase())),
  )
}
export const speaksOfFact = (word: string) => factsNamedBy([word]).length > 0

/** One that a word of an address or the name of a field speaks of, mostly the first; any where it speaks of none. */
export function factAbout(words: readonly string[]): fc.Arbitrary<string> {
  const [first, ...rest] = factsNamedBy(words)
  if (first === undefined) return fc.constantFrom(...facts).map(fact)
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(fact(first)) },
    ...rest.map((name) => ({ weight: 2, arbitrary: fc.constant(fact(name)) })),
  )
}

const names = new RegExp(`@\\{(${facts.join('|')})\\}`, 'g')
const isFact = (name: string): name is Fact => facts.some((known) => known === name)

export const fillText = (text: string, known: Facts) =>
  text.replace(names, (whole, name: string) => (isFact(name) ? known[name] : whole))

/** The same value with what the shop knows in place of the names. */
export function fill(value: unknown, known: Facts): unknown {
  if (typeof value === 'string') return fillText(value, known)
  if (Array.isArray(value)) return value.map((inner) => fill(inner, known))
  if (typeof value !== 'object' || value === null) return value
  // fromEntries keeps a field named __proto__ a field.
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [fillText(key, known), fill(inner, known)]))
}
