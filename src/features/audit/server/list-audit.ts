import { type ExpressionBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#kernel/db/database.ts'
import { countRows, readPage } from '#kernel/db/query/read-page.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { startOfIndianDay } from '#shared/day.ts'
import { foldText } from '#shared/text.ts'
import { AuditEntry, type listAudit as contract } from '../audit.contract.ts'

const PER_PAGE = 25

type Asked = z.output<typeof contract.query>

/** Newest first. Of the rows of one bulk act the first stands for all, unless the question is about single things. */
export async function listAudit(db: Db, { page, ...asked }: Asked) {
  const log = db.selectFrom('audit_log').where((row) => fits(row, asked))
  const isOfThings = asked.act !== undefined || asked.thing !== undefined || Boolean(asked.q)
  const shown = isOfThings ? log : log.where(sql<boolean>`(bulk is null or number = ${firstOfBulk})`)
  const { rows, ...paging } = await readPage({ page, limit: PER_PAGE }, countRows(shown), (limit, offset) =>
    shown
      .selectAll()
      .select(sql<number>`(select count(*) from audit_log rest where rest.bulk = audit_log.bulk)`.as('rows'))
      .orderBy('number', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
  )
  return {
    entries: rows.map((row) => ({
      _id: String(row.number),
      at: new Date(row.at),
      seller: row.seller_email,
      who: { kind: row.actor_kind, name: row.actor_name, device: row.device },
      action: row.action,
      subject: row.subject,
      summary: row.summary,
      changes: row.changes === null ? [] : AuditEntry.shape.changes.parse(JSON.parse(row.changes)),
      act: !isOfThings && Number(row.rows) > 1 ? { _id: row.bulk ?? '', things: Number(row.rows) } : null,
    })),
    people: await listActors(db),
    ...paging,
  }
}

const firstOfBulk = sql`(select min(first.number) from audit_log first where first.bulk = audit_log.bulk)`

function fits(row: ExpressionBuilder<Tables, 'audit_log'>, { q, person, thing, from, to, act }: Omit<Asked, 'page'>) {
  const words = foldText(q ?? '')
    .split(' ')
    .filter(Boolean)
  return row.and([
    ...words.map((word) => sql<boolean>`search_text like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`),
    ...(person === undefined ? [] : [row('seller_id', '=', person)]),
    ...(thing === undefined ? [] : [row('subject', '=', thing)]),
    ...(act === undefined ? [] : [row('bulk', '=', act)]),
    ...(from === undefined ? [] : [row('at', '>=', startOfIndianDay(from))]),
    ...(to === undefined ? [] : [row('at', '<', startOfIndianDay(to, 1))]),
  ])
}

/** Who acted so far, removed people and ended keys too, by their last name. */
async function listActors(db: Db) {
  const rows = await db
    .selectFrom('audit_log')
    .select(['seller_id', 'seller_email', 'actor_name', 'actor_kind'])
    .where('number', 'in', (of) =>
      of
        .selectFrom('audit_log')
        .select((row) => row.fn.max('number').as('number'))
        .groupBy('seller_id'),
    )
    .execute()
  return rows
    .map((row) => ({ _id: row.seller_id, kind: row.actor_kind, name: row.actor_name || row.seller_email }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}
