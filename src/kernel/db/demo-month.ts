import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from './database.ts'

const NOTE = 'demo-month'

/** The last number of each series that the demo's month gave; numbers of real orders follow. */
const DemoMonth = z.object({
  orders: z.int(),
  invoices: z.int(),
  creditNotes: z.int(),
  entries: z.int(),
  runs: z.int(),
})
export type DemoMonth = z.output<typeof DemoMonth>

/** Databases without a month. One is made before a shop opens, never later, so it is looked for once. */
const without = new WeakSet<Db>()

export async function readDemoMonth(db: Db): Promise<DemoMonth | undefined> {
  if (without.has(db)) return undefined
  const note = await db.selectFrom('shop_notes').select('value').where('key', '=', NOTE).executeTakeFirst()
  if (!note) without.add(db)
  return note && parseDemoMonth(note.value)
}

export const demoMonthNote = sql<string | null>`(select value from shop_notes where key = ${sql.lit(NOTE)})`
export const parseDemoMonth = (note: string | null) => (note === null ? undefined : DemoMonth.parse(JSON.parse(note)))

export function noteDemoMonth(db: Db, month: DemoMonth) {
  without.delete(db)
  return db
    .insertInto('shop_notes')
    .values({ key: NOTE, value: JSON.stringify(month) })
    .executeTakeFirstOrThrow()
}

export const forgetDemoMonth = (db: Db) => db.deleteFrom('shop_notes').where('key', '=', NOTE).execute()

export const isOfMonth = (month: DemoMonth | undefined, series: keyof DemoMonth, number: number) =>
  month !== undefined && number <= month[series]

/** The `demo` field of an answer; absent where nothing is invented. */
export const markDemo = (...of: Parameters<typeof isOfMonth>): { demo?: true } =>
  isOfMonth(...of) ? { demo: true } : {}
