import type { Selectable } from 'kysely'
import { z } from 'zod'
import { listPeople } from '#features/auth/server/people.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { type SecondYes, yesNotFound } from '../second-yes.contract.ts'
import { aloneFrom, PEOPLE_FOR_YES } from '../second-yes.rules.ts'
import { SHOWN_DECIDED, type YesKind } from '../second-yes.states.ts'
import { hasMoney, readOneSince } from './one-with-money.ts'

export type YesRow = Selectable<Tables['second_yeses']>

const Facts = z.record(z.string(), z.string())

export const toSecondYes = (row: YesRow, reader: Principal): SecondYes => ({
  _id: row.id,
  kind: row.kind,
  subject: row.subject,
  summary: row.summary,
  facts: Object.entries(Facts.parse(JSON.parse(row.facts))).map(([name, value]) => ({ name, value })),
  amount: row.amount_paise,
  state: row.state,
  askedBy: { _id: row.asked_by, name: row.asked_name },
  isYours: row.asked_by === reader.id,
  askedAt: new Date(row.asked_at),
  until: new Date(row.until_at),
  decidedBy: row.decided_by === null ? null : { _id: row.decided_by, name: row.decided_name ?? '' },
  decidedAt: row.decided_at === null ? null : new Date(row.decided_at),
  reason: row.reason ?? '',
})

export async function listSecondYeses({ db, config, now }: Deps, reader: Principal) {
  const all = db.selectFrom('second_yeses').selectAll()
  const [waiting, decided, people, oneSince] = await Promise.all([
    all.where('state', '=', 'waiting').orderBy('asked_at').orderBy('id').execute(),
    all
      .where('state', 'not in', ['waiting', 'alone'])
      .orderBy('decided_at', 'desc')
      .orderBy('id', 'desc')
      .limit(SHOWN_DECIDED)
      .execute(),
    listPeople(db),
    readOneSince(db),
  ])
  const withMoney = people.filter(hasMoney).length
  const alone = oneSince && withMoney < PEOPLE_FOR_YES ? aloneFrom(oneSince) : undefined
  return {
    from: config.secondYesFromPaise ?? null,
    people: withMoney,
    aloneFrom: alone && alone > now() ? alone : null,
    waiting: waiting.map((row) => toSecondYes(row, reader)),
    decided: decided.map((row) => toSecondYes(row, reader)),
  }
}

/** Throws YES_NOT_FOUND, for what needed none too. */
export async function getYesRow(db: Db, id: string): Promise<YesRow> {
  const row = await db
    .selectFrom('second_yeses')
    .selectAll()
    .where('id', '=', id)
    .where('state', '!=', 'alone')
    .executeTakeFirst()
  if (!row) throw yesNotFound()
  return row
}

/** The newest one about an order or a run; undefined: it needed none. */
export async function findYesOf(db: Db, kind: YesKind, subject: string): Promise<YesRow | undefined> {
  return db
    .selectFrom('second_yeses')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', '!=', 'alone')
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
