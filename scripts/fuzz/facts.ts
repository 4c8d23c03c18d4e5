import fc from 'fast-check'

/** Things that the shop knows. Requests hold their names, so that a seed means the same in every run. */
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

export const fact = (name: Fact) => `@{${name}}`

function factsNamedBy(words: readonly string[]): readonly Fact[] {
  const stems = words.map((word) => word.toLowerCase().replace(/(?<=.{3})s$/, '')).filter((stem) => stem.length > 2)
  return facts.filter((name) =>
    stems.some((stem) => name.toLowerCase().includes(stem) || stem.includes(name.toLowerCase())),
  )
}
export const speaksOfFact = (word: string) => factsNamedBy([word]).length > 0

/** A fact that one of these words speaks of, mostly the first; any fact where none does. */
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

/** Replaces the names of facts by what the shop knows. */
export function fill(value: unknown, known: Facts): unknown {
  if (typeof value === 'string') return fillText(value, known)
  if (Array.isArray(value)) return value.map((inner) => fill(inner, known))
  if (typeof value !== 'object' || value === null) return value
  // fromEntries keeps a field named __proto__ a field.
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [fillText(key, known), fill(inner, known)]))
}
