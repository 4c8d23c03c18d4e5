import { randomUUID } from 'node:crypto'
import type { AccountKind } from '#shared/endpoint.ts'
import type { Right } from '#shared/rights.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'

export interface Kind {
  /** Name of the session's cookie; on https after `__Host-`, which browsers tie to this host and path. */
  cookie: string
  /** How long a session lives unused, and at most (docs/promises.md 6). */
  idleMs: number
  absoluteMs: number
  /** Sessions of these kinds get 403 at this kind's endpoints; others without a session get 401. */
  refuses: readonly AccountKind[]
}

export type Kinds = Readonly<Record<AccountKind, Kind>>

/** Each kind is a line here; features/auth/server/accounts.ts says where its accounts are kept. */
export const kinds: Kinds = {
  user: { cookie: 'haat-user', idleMs: 14 * DAY_MS, absoluteMs: 90 * DAY_MS, refuses: [] },
  seller: { cookie: 'haat-seller', idleMs: 12 * HOUR_MS, absoluteMs: 7 * DAY_MS, refuses: ['user', 'producer'] },
  producer: { cookie: 'haat-workshop', idleMs: 30 * DAY_MS, absoluteMs: 365 * DAY_MS, refuses: ['user', 'seller'] },
}

export function linesOf<Table extends object>(table: Table) {
  const names: Extract<keyof Table, string>[] = []
  for (const name in table) names.push(name)
  return names
}

export interface Principal {
  kind: AccountKind
  id: string
  rights: readonly Right[]
  /** A program's key, in place of a person; `id` is the key's. */
  key?: { name: string }
  /** Names a request in which many things are done at once: its acts are shown as one. */
  bulk?: string
}

/** One act on many things. */
export const inBulk = <Who extends Principal>(who: Who): Who => ({ ...who, bulk: randomUUID() })

/** Who it was, where no session is at hand: in the background, or before one begins. */
export const principalOf = (kind: AccountKind, id: string): Principal => ({ kind, id, rights: [] })
