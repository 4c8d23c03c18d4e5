import { BrokenCsv, readCsv } from '#kernel/http/csv.ts'
import { type DecimalSign, decimalSignOf } from '#shared/reading/read-number.ts'
import { message } from '../../products.messages.ts'
import { type Column, importHeading, neededToAdd } from './import-columns.ts'
import { numberColumns } from './import-lines.ts'

/** A title may come before the heading. */
const MOST_TITLE_ROWS = 5

export interface WholeFile {
  headingRow: number
  columns: readonly (Column | undefined)[]
  unread: readonly UnreadColumn[]
  sign: DecimalSign | undefined
}

/** An unknown column, and the one perhaps meant. */
export interface UnreadColumn {
  column: string
  guess?: Column
}

const simple = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, '')

/** "Offer price" or "offer_price"; unknown names are skipped. */
const findColumns = (heading: readonly string[]) =>
  heading.map((cell) => importHeading.find((name) => simple(name) === simple(cell)))

export const isEmptyRow = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/** Finds the heading and the decimal sign. Throws BrokenCsv if no row can be understood. */
export async function readWholeFile(csv: Buffer): Promise<WholeFile> {
  const above: { row: number; cells: string[] }[] = []
  let heading: Omit<WholeFile, 'sign'> | undefined
  const numbers: string[] = []
  for await (const { row, cells } of readCsv(csv)) {
    if (isEmptyRow(cells)) continue
    if (heading) {
      for (const [at, name] of heading.columns.entries())
        if (name && numberColumns.includes(name)) numbers.push(cells[at] ?? '')
      continue
    }
    const columns = findColumns(cells)
    const isHeading = columns.filter((name) => name !== undefined).length > 1 || columns.includes('sku')
    if (isHeading) heading = { headingRow: row, columns, unread: unreadIn(cells, columns) }
    else if (above.push({ row, cells }) > MOST_TITLE_ROWS) break
  }
  const [first] = above
  if (!heading && !first) throw new BrokenCsv(1, message('IMPORT_WITHOUT_PRODUCTS'))
  const named = heading ?? {
    headingRow: first?.row ?? 1,
    columns: findColumns(first?.cells ?? []),
    unread: unreadIn(first?.cells ?? [], []),
  }
  checkHeading(named, first?.cells ?? [])
  return { ...named, sign: decimalSignOf(numbers) }
}

function checkHeading({ headingRow: row, columns, unread }: Omit<WholeFile, 'sign'>, first: readonly string[]) {
  const names = [...unread.map(({ column }) => column), ...first]
  if (names.some((name) => /^(?:ï»¿|\ufeff?ï)/.test(name)))
    throw new BrokenCsv(row, message('HEADING_HAS_BROKEN_LETTERS'))
  const missing = neededToAdd.filter((name) => !columns.includes(name))
  const namesProducts = columns.includes('id') || columns.includes('sku')
  if (missing.length > 0 && !namesProducts) {
    if (isAllInOne(names)) throw new BrokenCsv(row, message('HEADING_IN_ONE_COLUMN'))
    throw new BrokenCsv(row, message('HEADING_LACKS_COLUMNS', { missing, unread }))
  }
  if (columns.every((name) => name === undefined || name === 'id' || name === 'sku') && !columns.includes('sku'))
    throw new BrokenCsv(row, message('HEADING_HAS_ONLY_IDS'))
  const twice = importHeading.find((name) => columns.indexOf(name) !== columns.lastIndexOf(name))
  if (twice) throw new BrokenCsv(row, message('HEADING_NAMES_TWICE', { column: twice }))
}

/** A cell with several names: another separator, or quotes around the row. */
const isAllInOne = (names: readonly string[]) =>
  names.some((name) => findColumns(name.split(/[,;\t|]/)).filter((one) => one !== undefined).length > 1)

const unreadIn = (cells: readonly string[], columns: readonly (Column | undefined)[]): UnreadColumn[] =>
  cells.flatMap((cell, at) => {
    const column = cell.trim().slice(0, 60)
    if (column === '' || columns[at] !== undefined) return []
    const guess = guessOf(column, columns)
    return [guess ? { column, guess } : { column }]
  })

/** Other common names of our columns. */
const alsoCalled: { readonly [name in Column]?: readonly string[] } = {
  price: ['mrp', 'listprice'],
  offerPrice: ['offer', 'saleprice', 'sellingprice'],
  stock: ['qty', 'quantity', 'pieces', 'count'],
  makerPrice: ['maker'],
  deliveryDays: ['delivery'],
  sku: ['code', 'articleno'],
  name: ['title', 'product'],
  pictures: ['image', 'photo', 'picture'],
  pictureTexts: ['alt', 'caption'],
  description: ['details', 'text'],
}

/** The missing column that is meant; of two the longer name. */
function guessOf(cell: string, columns: readonly (Column | undefined)[]): Column | undefined {
  const letters = cell.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
  const free = importHeading.filter((name) => name !== 'id' && !columns.includes(name))
  const longest = (names: readonly Column[]) => names.toSorted((one, other) => other.length - one.length)[0]
  return (
    longest(free.filter((name) => letters.includes(name.toLowerCase()))) ??
    longest(free.filter((name) => alsoCalled[name]?.some((word) => letters.includes(word)))) ??
    longest(free.filter((name) => isNearly(letters, name.toLowerCase())))
  )
}

/** One letter added, missing or changed. */
function isNearly(one: string, other: string) {
  if (Math.abs(one.length - other.length) > 1 || Math.min(one.length, other.length) < 4) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const rest = (text: string, skip: number) => text.slice(start + skip)
  return [rest(one, 1) === rest(other, 1), rest(one, 1) === rest(other, 0), rest(one, 0) === rest(other, 1)].includes(
    true,
  )
}
