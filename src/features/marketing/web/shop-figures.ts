import type { ShopSettings } from '#web/api-context.ts'

type Claims = Partial<ShopSettings['claims']>

/** What the shop says of itself in figures, by its settings. */
export const shopFigures = ({ countries, founded, carbonNegativeIn }: Claims) => [
  ...(countries ? [{ figure: String(countries), text: 'countries' }] : []),
  ...(founded ? [{ figure: String(founded), text: 'founded' }] : []),
  ...(carbonNegativeIn ? [{ figure: String(carbonNegativeIn), text: 'carbon negative target' }] : []),
]

/** The same as sentences, each with a space before it. */
export const shopFacts = ({ countries, founded, carbonNegativeIn }: Claims) =>
  [
    countries ? ` ${countries} countries.` : '',
    carbonNegativeIn ? ` Carbon negative target ${carbonNegativeIn}.` : '',
    founded ? ` Founded in ${founded}.` : '',
  ].join('')
