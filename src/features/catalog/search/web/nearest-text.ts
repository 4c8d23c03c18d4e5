const quoted = (words: readonly string[]) => new Intl.ListFormat('en-IN').format(words.map((word) => `‘${word}’`))

/** What is said above products that do not have all of a search. */
export function nearestText(q: string, { words, searched }: { words: readonly string[]; searched: readonly string[] }) {
  if (searched.length === 0) return `No product is called ‘${q}’; these are new in the shop.`
  return `No product has all of ‘${q}’; these have ‘${searched.join(' ')}’, not ${quoted(words)}.`
}
