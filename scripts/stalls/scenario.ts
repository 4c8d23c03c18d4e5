import { type Calls, expectStatus } from './calls.ts'
import type { Size } from './options.ts'
import type { WatchedShop } from './shop.ts'

export interface Ground {
  size: Size
  calls: Calls
  shop: WatchedShop
  /** The session of the seller. */
  seller: string
  /** The embedded database; undefined on PostgreSQL. */
  databaseFile: string | undefined
}

export interface Scenario {
  name: string
  /** Throws when an answer is not as it should be. */
  run: (ground: Ground) => Promise<unknown>
  /** Must files be as quick beside it? */
  judgesFiles?: boolean
  /** May orders be refused with 503 beside it? */
  mayRefuse?: boolean
  onlyOn?: 'sqlite' | 'postgres'
}

export const read =
  (...paths: string[]) =>
  async ({ calls, seller }: Ground) => {
    for (const path of paths) expectStatus(200, [await calls.call(path, { cookie: seller })])
  }
