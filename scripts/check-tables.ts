import path from 'node:path'
import { readSources, type Sources } from './check-imports.ts'

// `node scripts/check-tables.ts [FOLDER]` fails with a line for each kernel file that names a feature's table, and each feature that writes
// another's rows (docs/decisions/0020).

/** The kernel's own tables, besides the two in which Kysely keeps what has been migrated. */
const ofKernel = ['outbox', 'rate_tallies', 'shop_notes']

/** These tables have no row type. */
const inSqlAlone: Record<string, string> = {
  product_search: 'catalog',
  product_words: 'catalog',
  search_tokens: 'catalog',
  order_texts: 'orders',
}

/** Feature, table -> why it may write another feature's rows today. Nothing is added here. */
const writesOfOthers: Record<string, string> = {
  'account users':
    'the profile, a changed address and the deletion of an account are one page each over what auth keeps',
  'account sessions': 'a shopper ends a session of another device',
  'account newsletter_subscriptions': 'who deletes an account takes the subscription along, in one transaction',
  'account stock_alerts': 'who deletes an account takes what was asked for along, in one transaction',
  'returns orders': 'the count of open returns of an order',
  'payments refunds': 'what the payment service says of a refund is noted on it',
  'payments gateway_checks': 'how a comparison ended; the orders show it under Problems',
  'payouts ledger_dues': 'a run holds the dues that it pays',
  'producers payout_accounts': 'sample producers go with where they are paid',
  'products products': 'the seller edits, imports and archives what the catalogue shows',
}

const isTest = (file: string) => /\.test\.tsx?$|\/testing\/|^src\/app\/tests\//.test(file)
const featureOf = (file: string) => /^src\/features\/([^/]+)\//.exec(file)?.[1]

function tablesIn(text: string) {
  const [, body = ''] = /^export interface \w+Tables \{\n([\s\S]*?)^\}/m.exec(text) ?? []
  return [...body.matchAll(/^ {2}(\w+): /gm)].map(([, name = '']) => name)
}

/** Table -> the feature that it belongs to. */
export function ownersOf(sources: Sources) {
  const declared = [...sources].flatMap(([file, text]) => {
    const feature = featureOf(file)
    return feature && file.endsWith('.tables.ts')
      ? tablesIn(text).map((table): [string, string] => [table, feature])
      : []
  })
  return new Map([...declared, ...Object.entries(inSqlAlone)])
}

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')

const beforeTable = 'from|join|into|update|table|using|on'
const beforeColumn = 'where|and|or|on|select|by|when|then|set|not|case'
const calls = 'selectFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto|using|\\w*Join\\w*|table|lockTable'

/** Finds where the kernel names a table. A name of two words is unmistakable; others count in SQL and in Kysely's calls. */
function nameOf(table: string) {
  const forms = [
    `\\b(?:${beforeTable})\\s+"?${table}\\b`,
    `\\b(?:${beforeColumn})\\s+${table}\\.\\w`,
    `['"\`]${table}(?:\\.\\w| as \\w)`,
    `\\b(?:${calls})\\((?:\\w+, )?\\s*(?:\\[[^\\]]*)?['"\`]${table}\\b`,
    `Tables\\['${table}'\\]`,
    ...(table.includes('_') ? [`\\b${table}\\b`] : []),
  ]
  return new RegExp(forms.join('|'))
}

/** The tables that a text writes to. */
const writtenBy = (text: string) =>
  [
    ...text.matchAll(
      /\b(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*['"`](\w+)|\b(?:insert into|update|delete from)\s+"?(\w+)/g,
    ),
  ].map(([, called, inSql]) => called ?? inSql ?? '')

/** A line for each table that a file must not name or write to. */
export function checkTables(sources: Sources) {
  const owners = ownersOf(sources)
  const foreign = [...owners].map(([table, owner]) => ({ table, owner, name: nameOf(table) }))
  const wrong: string[] = []
  const met = new Set<string>()
  for (const [file, whole] of sources) {
    if (isTest(file)) continue
    const text = withoutComments(whole)
    const feature = featureOf(file)
    if (file.startsWith('src/kernel/')) {
      const named = foreign.filter(({ name }) => name.test(text))
      wrong.push(
        ...named.map(({ table, owner }) => `${file} names ${table}, a table of ${owner}: the kernel knows none`),
      )
      const more = file.endsWith('.tables.ts') ? tablesIn(text).filter((table) => !ofKernel.includes(table)) : []
      wrong.push(...more.map((table) => `${file} declares ${table}: a table belongs to a feature`))
    }
    if (feature === undefined) continue
    for (const table of new Set(writtenBy(text))) {
      const owner = owners.get(table)
      if (owner === undefined || owner === feature) continue
      met.add(`${feature} ${table}`)
      if (!(`${feature} ${table}` in writesOfOthers))
        wrong.push(`${file} writes to ${table}, a table of ${owner}: only its own service does`)
    }
  }
  const gone = Object.keys(writesOfOthers).filter((one) => !met.has(one))
  return [...wrong, ...gone.map((one) => `scripts/check-tables.ts allows ${one}, which nobody does any more`)]
}

if (import.meta.main) {
  const wrong = checkTables(readSources(process.argv[2] ?? path.join(import.meta.dirname, '..')))
  for (const line of wrong) console.error(line)
  if (wrong.length > 0) process.exitCode = 1
}
