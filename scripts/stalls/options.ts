import { parseArgs } from 'node:util'

export const USAGE = `npm run stalls -- [options]
  --size small|full       a twentieth of everything, to see that it works (full)
  --db sqlite|postgres    only this database (both, where PostgreSQL is installed)
  --only import,invoices  only scenarios whose name has one of these words`

/** The contents of the shop, and what is done to it. */
const full = {
  mails: 100_000,
  products: 20_000,
  /** For exports and the sitemap. */
  manyProducts: 100_000,
  orders: 200_000,
  shoppers: 20_000,
  /** Shoppers who order beside everything else. */
  neighbours: 1000,
  producers: 200,
  /** Orders of the accounts that are deleted. */
  deletedOrders: [300, 1000] as readonly number[],
  /** The looking account's orders, each of this many lines. */
  ownOrders: 1000,
  linesOfOwnOrders: 100,
  /** Half of these sessions and keys have run out. */
  sessions: 50_000,
}
export type Size = typeof full

export const small: Size = {
  mails: 5000,
  products: 1000,
  manyProducts: 5000,
  orders: 10_000,
  shoppers: 1000,
  neighbours: 100,
  producers: 10,
  deletedOrders: [15, 50],
  ownOrders: 50,
  linesOfOwnOrders: 100,
  sessions: 2500,
}

export type Engine = 'sqlite' | 'postgres'

/** Throws for options that make no sense. */
export function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', default: false },
      size: { type: 'string', default: 'full' },
      db: { type: 'string' },
      only: { type: 'string', default: '' },
    },
  })
  if (!['small', 'full'].includes(values.size) || !['sqlite', 'postgres', undefined].includes(values.db))
    throw new Error(USAGE)
  const engines: readonly Engine[] = ['sqlite', 'postgres']
  return {
    help: values.help,
    size: values.size === 'small' ? small : full,
    isFull: values.size === 'full',
    engines: engines.filter((engine) => values.db === undefined || values.db === engine),
    only: values.only.split(',').filter(Boolean),
  }
}
