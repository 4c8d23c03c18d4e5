import { parseArgs } from 'node:util'
import type { ProductImport } from '#features/products/product-imports.contract.ts'
import { readDayRangeInFile } from '#shared/reading/day-range.ts'
import { readNumber } from '#shared/reading/read-number.ts'
import { tableRows } from '#testing/table-rows.ts'
import { writeCounts } from '../ci/write-counts.ts'
import { seconds } from '../figures.ts'
import { hasOffice, type Locale, locales, type Setting, type settings, throughCalc } from './office.ts'
import { checkFile, shopWithFiles } from './shop-files.ts'

// `npm run check:spreadsheets` takes our files through a real spreadsheet and back: nothing may change without being named.

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } })
const tried: readonly Locale[] = values.all ? ['en-US', 'en-IN', 'hi-IN', 'de-DE'] : ['en-IN', 'de-DE']

const failures: string[] = []
let passed = 0
function check(what: string, problems: readonly string[]) {
  if (problems.length === 0) passed += 1
  else failures.push(`${what}: ${problems.slice(0, 5).join('; ')}`)
  console.log(
    `${problems.length === 0 ? 'right ' : 'WRONG '} ${what}${problems.length === 0 ? '' : `: ${problems.slice(0, 5).join('; ')}`}`,
  )
}

/** Cells that are not the same, as "row 2, sku: 0042 -> 42". */
function differences(
  before: readonly string[][],
  after: readonly string[][],
  isSame = (one: string, other: string) => one === other,
) {
  const [heading = []] = before
  const rows = before.flatMap((cells, row) =>
    cells.flatMap((cell, at) => {
      const now = after[row]?.[at] ?? ''
      return isSame(cell, now)
        ? []
        : [{ row: row + 1, column: heading[at] ?? '', text: `row ${row + 1}, ${heading[at]}: ${cell} -> ${now}` }]
    }),
  )
  return after.length === before.length
    ? rows
    : [{ row: 0, column: '', text: `${before.length} rows became ${after.length}` }, ...rows]
}

/** 1250.50 and 1250.5 are the same, and so are days that an import reads alike. */
function meansTheSame(one: string, other: string) {
  if (one === other) return true
  const [number, now] = [readNumber(one, 'point'), readNumber(other)]
  if (/^\d+\.\d{2}$/.test(one) && 'value' in number && 'value' in now) return number.value === now.value
  const [days, then] = [readDayRangeInFile(one), readDayRangeInFile(other)]
  return days !== undefined && /[–]|^\d{1,2}$/.test(one) && JSON.stringify(days) === JSON.stringify(then)
}

/** Changes that an import of an unedited file would make without naming them. */
function unnamed(found: ProductImport, changed: readonly { row: number; column: string; text: string }[]) {
  const { preview, errors } = found
  const refused = new Set(errors.map(({ row }) => row))
  const named = new Set(preview?.columns.map(({ column }) => column))
  const confirmed = new Set<string>(preview?.confirm.map(({ kind }) => kind))
  return [
    ...((preview?.add ?? 0) > 0 ? [`${preview?.add} products would be added`] : []),
    ...changed
      .filter(({ row, column }) => found.state !== 'refused' && !refused.has(row) && !named.has(column))
      .map(({ text }) => text),
    ...changed
      .filter(
        ({ row, column }) =>
          (column === 'sku' || column === 'name') &&
          !refused.has(row) &&
          found.state !== 'refused' &&
          !confirmed.has(column),
      )
      .map(({ text }) => `not confirmed: ${text}`),
  ]
}

async function tryCsv(ground: Awaited<ReturnType<typeof shopWithFiles>>, locale: Locale, setting: Setting) {
  const saved = await throughCalc(ground.csv, { to: 'csv', locale, setting })
  const as = `${locale}, ${setting}`
  for (const [name, before] of ground.csv) {
    const after = saved.get(name) ?? Buffer.alloc(0)
    const [rows, now] = [await tableRows(before), await tableRows(after)]
    if (name === 'products.csv') {
      const changed = differences(rows, now, meansTheSame)
      check(`${name}, ${as}`, unnamed(await checkFile(ground.seller, after, name), changed))
    } else if (name === 'template.csv') {
      const heading = now[0] ?? []
      // Its pictures come in a zip of their own.
      const blank = now.map((cells, row) =>
        cells
          .map((cell, at) => (row > 0 && heading[at]?.startsWith('picture') ? '' : `"${cell.replaceAll('"', '""')}"`))
          .join(','),
      )
      const found = await checkFile(ground.seller, blank.join('\n'), name)
      check(
        `${name}, ${as}`,
        found.errors.map(({ column, value, message }) => `${column} ${value}: ${message}`),
      )
    } else if (name === 'ledger.csv') {
      // The first row's 64 zeros become 0: the page says that another program saved the file.
      const hash = rows[0]?.indexOf('hash') ?? -1
      check(
        `${name}, ${as}`,
        differences(
          rows.map((cells) => [cells[hash] ?? '']),
          now.map((cells) => [cells[hash] ?? '']),
        ).map(({ text }) => text),
      )
    } else if (setting === 'quoted as text') {
      check(
        `${name}, ${as}`,
        differences(rows, now).map(({ text }) => text),
      )
    } else if (name === 'bank.csv') {
      const last = (cells: readonly string[]) => [cells.at(-1) ?? '']
      check(
        `${name}, ${as}: how accounts end`,
        differences(rows.map(last), now.map(last)).map(({ text }) => text),
      )
    }
  }
}

async function tryXlsx(ground: Awaited<ReturnType<typeof shopWithFiles>>, locale: Locale) {
  const saved = await throughCalc(ground.xlsx, { to: 'xlsx', locale })
  for (const [name, before] of ground.xlsx) {
    const after = saved.get(name) ?? Buffer.alloc(0)
    check(
      `${name}, ${locale}`,
      differences(await tableRows(before), await tableRows(after)).map(({ text }) => text),
    )
    if (name !== 'products.xlsx') continue
    const found = await checkFile(ground.seller, after, name)
    check(
      `${name}, ${locale}: imported`,
      found.message === 'The shop is already as this file says'
        ? []
        : [found.message, ...found.errors.map(({ message }) => message)],
    )
  }
}

const startedAt = performance.now()
if (!(await hasOffice())) {
  console.log('LibreOffice is missing. Install it (Debian: apt-get install --no-install-recommends libreoffice-calc)')
  process.exit(2)
}
console.log(`${tried.length} of ${Object.keys(locales).length} locales (-- --all for all)`)
const ground = await shopWithFiles()
for (const locale of tried) {
  for (const setting of [
    'as it stands',
    'special numbers',
    'quoted as text',
  ] as const satisfies (keyof typeof settings)[])
    await tryCsv(ground, locale, setting)
  await tryXlsx(ground, locale)
}
await ground.shop.close()
await writeCounts({ passed, failed: failures.length, skipped: 0, failures })
console.log(`${passed} right, ${failures.length} wrong. ${seconds(performance.now() - startedAt)}`)
process.exit(failures.length === 0 ? 0 : 1)
