import { type Calls, expectStatus } from './calls.ts'
import type { Size } from './options.ts'
import type { WatchedShop } from './shop.ts'

/** What a scenario has at hand. */
export interface Ground {
  size: Size
  calls: Calls
  shop: WatchedShop
  /** Of the seller who is logged in. */
  seller: string
  /** The embedded database; undefined on PostgreSQL. */
  databaseFile: string | undefined
}

export interface Scenario {
  name: string
  /** Throws when something was not answered as it should be. */
  run: (ground: Ground) => Promise<unknown>
  /** Are files that are asked for beside it held to the bar, too? */
  judgesFiles?: boolean
  /** May orders beside it be refused with 503 meanwhile? */
  mayRefuse?: boolean
  onlyOn?: 'sqlite' | 'postgres'
}

/** Downloads these, one after the other. */
export const read =
  (...paths: string[]) =>
  async ({ calls, seller }: Ground) => {
    for (const path of paths) expectStatus(200, [await calls.call(path, { cookie: seller })])
  }
