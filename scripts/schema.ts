import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '#kernel/db/database.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { root } from '#testing/program.ts'
import { readSources } from './check-imports.ts'
import { ownersOf } from './check-tables.ts'

// Writes docs/schema.md from a new database and from the comments of *.tables.ts: `npm run schema`.

const HEAD = `# Schema

<!-- Made by \`npm run schema\` from a new embedded database and from the comments in src/**/*.tables.ts. -->

All tables of the shop, by who owns them. PostgreSQL has the same ones and types, but for the texts that are searched, which each engine keeps in its
own way. Amounts are integer paise (\`_paise\`), moments are milliseconds since 1970 (\`_at\`), flags are 0 or 1, and a column is never null
unless it says so. An arrow leads from a row to the row that it goes with; what names another row without an arrow outlives it.
`

interface Column {
  table: string
  column: string
  type: string
  is_required: number
  key: number
}
interface Link {
  table: string
  column: string
  to: string
}

/** Tables that SQLite keeps for full text and itself, and Kysely's. */
const isInner = (table: string) => /^sqlite_|^kysely_|_(config|data|docsize|idx|content)$/.test(table)

async function readDatabase() {
  const db = openDatabase(':memory:')
  await migrate(db)
  const columns =
    await sql<Column>`select tables.name as "table", columns.name as "column", lower(columns.type) as type,
      columns."notnull" as is_required, columns.pk as key
    from sqlite_schema as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table' order by tables.name, columns.cid`.execute(db)
  const links = await sql<Link>`select tables.name as "table", links."from" as "column", links."table" as "to"
    from sqlite_schema as tables, pragma_foreign_key_list(tables.name) as links
    where tables.type = 'table' order by tables.name, links."from"`.execute(db)
  await db.destroy()
  return { columns: columns.rows.filter(({ table }) => !isInner(table)), links: links.rows }
}

/** The comments over tables and columns: 'orders' or 'orders.number' -> text. */
function commentsIn(text: string) {
  const comments = new Map<string, string>()
  const part = /^( {2}| {4})\/\*\* ([\s\S]*?) \*\/\n\1(\w+): |^ {2}(\w+): /gm
  let table = ''
  for (const [, indent, comment = '', name = '', bare] of text.matchAll(part)) {
    if (indent?.length !== 4) table = bare ?? name
    if (comment) comments.set(indent?.length === 4 ? `${table}.${name}` : table, comment.replace(/\s*\n\s*\* /g, ' '))
  }
  return comments
}

const picture = (tablesOf: Map<string, string[]>, links: readonly Link[]) => {
  const rooms = [...tablesOf].map(
    ([owner, tables]) =>
      `  subgraph room_${owner.replace('-', '_')}["${owner}"]\n${tables.map((table) => `    ${table}\n`).join('')}  end\n`,
  )
  const arrows = [...new Set(links.map(({ table, to }) => `  ${table} --> ${to}\n`))]
  return `\`\`\`mermaid\nflowchart LR\n${rooms.join('')}${arrows.join('')}\`\`\`\n`
}

export async function schemaPage() {
  const [sources, { columns, links }] = await Promise.all([readSources(root), readDatabase()])
  const owners = ownersOf(sources)
  const comments = new Map(
    [...sources].flatMap(([file, text]) => (file.endsWith('.tables.ts') ? [...commentsIn(text)] : [])),
  )
  const tablesOf = new Map<string, string[]>()
  for (const table of new Set(columns.map((column) => column.table))) {
    const owner = owners.get(table) ?? 'kernel'
    tablesOf.set(owner, [...(tablesOf.get(owner) ?? []), table])
  }
  const inOrder = new Map([...tablesOf].toSorted(([one], [other]) => (one < other ? -1 : 1)))
  const row = ({ table, column, type, is_required, key }: Column) => {
    const to = links.find((link) => link.table === table && link.column === column)?.to
    const about = [key > 0 && 'key', to && `→ ${to}`, !is_required && key === 0 && 'may be null']
      .filter(Boolean)
      .join(', ')
    return `| \`${column}\` | ${type || 'text'} | ${about} | ${comments.get(`${table}.${column}`) ?? ''} |\n`
  }
  const list = [...inOrder].map(([owner, tables]) => {
    const texts = tables.map((table) => {
      const rows = columns.filter((column) => column.table === table).map(row)
      const about = comments.has(table) ? `${comments.get(table)}\n\n` : ''
      return `\n### ${table}\n\n${about}| column | type | | meaning |\n|---|---|---|---|\n${rows.join('')}`
    })
    return `\n## ${owner}\n${texts.join('')}`
  })
  return `${HEAD}\n${picture(inOrder, links)}${list.join('')}`
}

export const schemaFile = path.join(root, 'docs', 'schema.md')

if (import.meta.main) await writeFile(schemaFile, await schemaPage())
