import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#kernel/db/database.ts'
import { isPostgres } from '#kernel/db/engine.ts'
import { getMigrations, migrate, sayWhetherOldVersionMayRun } from '#kernel/db/migrate.ts'
import { emptyDatabase } from '#testing/shop.ts'

let db: Db
let close = async () => {}
beforeEach(async () => {
  const own = await emptyDatabase()
  db = own.db
  close = own.close
})
afterEach(() => close())

interface Column {
  at: string
  type: string
  is_required: number
  default_value: string | null
}

/** Columns by table and name, and what restricts their values: unique indexes, and on PostgreSQL constraints. */
async function readSchema() {
  const columns = isPostgres(db)
    ? sql<Column>`select table_name || '.' || column_name as at, data_type as type,
        (is_nullable = 'NO' and is_identity = 'NO' and is_generated = 'NEVER')::integer as is_required, column_default as default_value
        from information_schema.columns where table_schema = 'public'`
    : sql<Column>`select tables.name || '.' || columns.name as at, columns.type, columns."notnull" as is_required,
        columns.dflt_value as default_value
        from sqlite_schema as tables, pragma_table_info(tables.name) as columns where tables.type = 'table'`
  const rules = isPostgres(db)
    ? sql<{ rule: string }>`
        select tablename || ': ' || indexdef as rule from pg_indexes where schemaname = 'public' and indexdef like 'CREATE UNIQUE%'
        union select conrelid::regclass || ': ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
        where connamespace = 'public'::regnamespace and conrelid <> 0`
    : sql<{ rule: string }>`select tbl_name || ': ' || name || ' ' || sql as rule from sqlite_schema
        where type = 'index' and sql like 'create unique%'`
  const found = (await columns.execute(db)).rows
  return {
    tables: new Set(found.map(({ at }) => at.split('.')[0])),
    columns: new Map(found.map((column) => [column.at, column])),
    rules: (await rules.execute(db)).rows.map(({ rule }) => rule),
  }
}
type Schema = Awaited<ReturnType<typeof readSchema>>

/** What statements of the version before could stumble over: what is gone or other than it was, and what tables it knows now ask for. */
function hurdles(before: Schema, after: Schema) {
  const gone = [...before.columns.keys()].filter((at) => !after.columns.has(at))
  const changed = [...before.columns.values()].filter((column) => {
    const now = after.columns.get(column.at)
    return now && JSON.stringify(now) !== JSON.stringify(column)
  })
  const isOld = (table: string | undefined) => table !== undefined && before.tables.has(table)
  const asked = [...after.columns.values()].filter(
    ({ at, is_required, default_value }) =>
      !before.columns.has(at) && isOld(at.split('.')[0]) && is_required === 1 && default_value === null,
  )
  const forbidden = after.rules.filter((rule) => !before.rules.includes(rule) && isOld(rule.split(':')[0]))
  return [
    ...gone.map((at) => `${at} is gone`),
    ...changed.map(({ at }) => `${at} is not as it was`),
    ...asked.map(({ at }) => `${at} must be given`),
    ...forbidden.map((rule) => `${rule} is new`),
  ]
}

describe('a migration', () => {
  it('only adds to what the version before knows, if it says that this version can run beside it', {
    timeout: 60_000,
  }, async () => {
    const migrations = Object.entries(await getMigrations())
    const found: Record<string, string[]> = {}
    let before: Schema | undefined
    for (const [name, { besideOldVersion }] of migrations) {
      await migrate(db, name)
      const after = await readSchema()
      if (before && besideOldVersion) found[name] = hurdles(before, after)
      before = after
    }
    expect(Object.entries(found).filter(([, some]) => some.length > 0)).toEqual([])
  })

  it('says whether the version before can run beside it, and if not why', async () => {
    for (const [name, { besideOldVersion, whyNot }] of Object.entries(await getMigrations())) {
      expect(typeof besideOldVersion, name).toBe('boolean')
      expect(besideOldVersion || (whyNot ?? '').length > 20, `${name} says why not`).toBe(true)
    }
  })

  it('that takes away, changes or asks for something is found out', async () => {
    await migrate(db)
    const before = await readSchema()
    await sql`alter table newsletter_subscriptions rename column token to secret`.execute(db)
    await sql`create unique index one_name on products (name)`.execute(db)
    await sql`alter table products add column mood text`.execute(db)
    await sql`create table moods (mood text primary key)`.execute(db)
    const found = hurdles(before, await readSchema())
    expect(found).toEqual(
      expect.arrayContaining([
        'newsletter_subscriptions.token is gone',
        'newsletter_subscriptions.secret must be given',
        expect.stringMatching(/^products: .*one_name.* is new$/),
      ]),
    )
    expect(found.filter((hurdle) => hurdle.includes('mood'))).toEqual([])
  })
})

describe('the start', () => {
  it('says what the migrations mean for processes of the version before', async () => {
    expect(await sayWhetherOldVersionMayRun(['0017-stock-alerts', '0018-catalogue-changes'])).toMatchObject({
      mustStop: false,
      text: expect.stringContaining('may go on until they are replaced'),
    })
    expect(await sayWhetherOldVersionMayRun(['0016-delivery', '0017-stock-alerts'])).toMatchObject({
      mustStop: true,
      text: expect.stringContaining('Stop what still runs of the version before: a price that it raises'),
    })
  })

  it('knows what an older version of the shop left, and says nothing of a new database', async () => {
    expect(await migrate(db, '0016-delivery')).toEqual([])
    const all = Object.keys(await getMigrations())
    expect(await migrate(db)).toEqual(all.slice(all.indexOf('0017-stock-alerts')))
    expect(await migrate(db)).toEqual([])
  })
})
