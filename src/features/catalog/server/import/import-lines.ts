import { checked } from '#kernel/http/checked.ts'
import { findHostileText } from '#kernel/http/security.ts'
import { AppError, badInput } from '#shared/app-error.ts'
import { newId } from '#shared/ids.ts'
import { isUsuallyReturnable } from '../../catalog.returns.ts'
import type { ProductImport } from '../../product-imports.contract.ts'
import {
  isOfferTooHigh,
  lacksMaker,
  MAX_PICTURES,
  makerPriceNeedsProducer,
  offerAbovePrice,
  ProductChange,
  ProductData,
} from '../../seller-products.contract.ts'
import { columnsOf, newProduct, toRow } from '../products.ts'
import { type Column, importHeading, neededToAdd } from './import-columns.ts'
import type { KnownProduct } from './known-products.ts'

export type RowError = ProductImport['errors'][number]

type Said = Omit<ReturnType<typeof toRow>, 'id' | 'images' | 'in_stock'>

/** What a checked line wants of its product, in the columns of `products`. What the file does not say is null. */
export type StagedLine = { [Name in keyof Said]: Said[Name] | null } & {
  id: string
  /** 0: a product that is there already. */
  is_new: number
  /** 0 or 1. */
  in_stock: number | null
  /** JSON: ProductPicture[], once its pictures are stored; null: they stay. */
  images: string | null
}

/** Besides, what the check itself needs of a line. */
export interface CheckedLine extends StagedLine {
  row: number
  /** Names of files in the zip. */
  pictures: readonly string[]
  /** What is worth knowing before it is written. */
  note: 'unnamed' | 'archived' | null
}

/** A row of the file as it was read. */
export interface ReadLine {
  row: number
  /** By column; outer spaces are dropped. */
  cell: ReadonlyMap<Column, string>
  cells: readonly string[]
  /** Of a new product. */
  createdAt: number
}

const MAX_TOLD_CHARACTERS = 60
export const nothingSaid: { [Name in keyof Said]: null } = {
  ...{ name: null, name_folded: null, name_words: null, description: null, description_words: null, category: null },
  ...{ price_paise: null, offer_price_paise: null, weight: null, stock: null, producer_id: null, delivery_days: null },
  ...{ sku: null, sku_key: null, returnable: null, created_at: null, maker_price_paise: null, costs_paise: null },
}

const nothingWanted = { ...nothingSaid, in_stock: null, images: null, pictures: [], note: null, row: 0 }

/** Lines as they were put aside, also by the version before, which knew fewer columns. */
export function parseLines(json: string): CheckedLine[] {
  const lines: (Partial<CheckedLine> & Pick<CheckedLine, 'id' | 'is_new'>)[] = JSON.parse(json)
  return lines.map((line) => ({ ...nothingWanted, ...usuallyReturnable(line), ...line }))
}

/** New products of lines that do not say whether they can be returned. */
const usuallyReturnable = ({ is_new, category }: Partial<CheckedLine>) =>
  is_new === 1 && category ? { returnable: isUsuallyReturnable(category) ? 1 : 0 } : {}

/** Names of columns as people write them: "Offer price", "offer_price". Unknown ones are passed over. */
export function findColumns(heading: readonly string[]) {
  const simple = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, '')
  return heading.map((cell) => importHeading.find((name) => simple(name) === simple(cell)))
}

/** Cells of a row by column; outer spaces are dropped. */
export function readCells(cells: readonly string[], columns: readonly (Column | undefined)[]) {
  const read = new Map<Column, string>()
  for (const [at, name] of columns.entries()) if (name) read.set(name, (cells[at] ?? '').trim())
  return read
}

/** "₹1,249.50" and "12,49,000" as people write amounts, "1.249,50" and "1249,5" as a spreadsheet with decimal commas does. */
const amounts = /^(\d+|\d{1,3}(,\d{2,3})*,\d{3})(\.\d+)?$/
const commaAmounts = /^(\d+|\d{1,3}(\.\d{3})+),\d{1,2}$/

/** A cell as a number. What is none stays as it is and is refused by the contract. */
export function numberIn(cell: string) {
  const [, sign = '', digits = ''] = /^₹?\s*(-?)\s*(.*)$/.exec(cell) ?? []
  if (amounts.test(digits)) return Number(sign + digits.replace(/,/g, ''))
  if (commaAmounts.test(digits)) return Number(sign + digits.replace(/\./g, '').replace(',', '.'))
  return cell
}
const yesOrNo: Record<string, boolean> = { yes: true, true: true, '1': true, no: false, false: false, '0': false }

const orNull = (cell: string) => cell || null
const numberOrNull = (cell: string) => (cell === '' ? null : numberIn(cell))
/** How a cell is read; the others are text. */
const readers: { [name in Column]?: (cell: string) => unknown } = {
  price: numberIn,
  offerPrice: numberIn,
  weight: orNull,
  stock: numberOrNull,
  makerPrice: numberOrNull,
  costs: numberOrNull,
  producer: orNull,
  deliveryDays: orNull,
  sku: orNull,
  // Empty says nothing: food usually cannot be returned, all else can.
  returnable: (cell) => (cell === '' ? undefined : (yesOrNo[cell.toLowerCase()] ?? cell)),
}
const notOfProductData: readonly Column[] = ['id', 'inStock', 'pictures']

/** Names of picture files, as `front.jpg|side.jpg` or with semicolons. */
const picturesIn = (cell: string) =>
  cell
    .split(/[|;]/)
    .map((name) => name.trim())
    .filter(Boolean)

/** Checks a line by itself and against the product that it names, if there is one. Throws BAD_INPUT. */
export function checkLine(
  { row, cell, cells, createdAt }: ReadLine,
  columns: readonly (Column | undefined)[],
  product: KnownProduct | undefined,
): CheckedLine {
  if (cells.length > columns.length) throw badInput({ row: 'This row has more cells than the first row' })
  const hostile = findHostileText(cells)
  if (hostile) throw badInput({ row: hostile })
  const said = [...cell].filter(([name]) => !notOfProductData.includes(name))
  const data = Object.fromEntries(said.map(([name, text]) => [name, (readers[name] ?? String)(text)]))
  const inStock = yesOrNo[(cell.get('inStock') ?? '').toLowerCase()]
  if (cell.get('inStock') && inStock === undefined) throw badInput({ inStock: 'Write yes or no' })
  const pictures = picturesIn(cell.get('pictures') ?? '')
  if (pictures.length > MAX_PICTURES) throw badInput({ pictures: `A product can have at most ${MAX_PICTURES} images` })
  if (product) {
    const change = checked(ProductChange, data)
    const prices = {
      price: change.price ?? product.price_paise,
      offerPrice: change.offerPrice ?? product.offer_price_paise,
    }
    if (isOfferTooHigh(prices)) throw badInput({ [cell.has('offerPrice') ? 'offerPrice' : 'price']: offerAbovePrice })
    const producer = change.producer === undefined ? product.producer_id : change.producer
    if (lacksMaker({ ...change, producer })) throw badInput({ makerPrice: makerPriceNeedsProducer })
    const in_stock = inStock === undefined ? null : Number(inStock)
    const note = product.archived === 1 && product.suspended === 0 ? 'archived' : null
    return {
      ...nothingSaid,
      ...columnsOf(change),
      id: product.id,
      is_new: 0,
      in_stock,
      images: null,
      row,
      pictures,
      note,
    }
  }
  checkIsWhole(cell)
  const { images: _, ...added } = toRow(newProduct(checked(ProductData, data), [], inStock), createdAt)
  return { ...added, id: newId(), is_new: 1, images: null, row, pictures, note: cell.get('sku') ? null : 'unnamed' }
}

/** Throws BAD_INPUT where the file lacks columns that a new product needs. */
function checkIsWhole(cell: ReadonlyMap<Column, string>) {
  const missing = neededToAdd.filter((name) => !cell.has(name))
  if (missing.length === 0) return
  if (!cell.get('sku')) throw badInput({ row: 'This row names no product: fill in its SKU or its id' })
  throw badInput({ sku: `No product has this SKU. To add one, the file needs the columns ${missing.join(', ')} too` })
}

const cut = (text: string) => (text.length > MAX_TOLD_CHARACTERS ? `${text.slice(0, MAX_TOLD_CHARACTERS - 1)}…` : text)

/** What is wrong with a row (`fields`), told so that it is found in the spreadsheet: its number, its product, the cell and what is in it. */
export function rowErrors(
  row: number,
  cell: ReadonlyMap<string, string>,
  fields: Readonly<Record<string, string>> = {},
): RowError[] {
  const product = cell.get('name') || cell.get('sku') || cell.get('id')
  return Object.entries(fields).map(([field, message]) => {
    const column = importHeading.find((name) => name === field)
    const value = column && cell.get(column)
    return {
      row,
      ...(product ? { product: cut(product) } : {}),
      ...(column ? { column } : {}),
      ...(value ? { value: cut(value) } : {}),
      message,
    }
  })
}

/** Does the work for a row. What is wrong with it comes back, told of the row. Throws what is not wrong with the row but with the shop. */
export async function problemsOf(row: number, cell: ReadonlyMap<string, string>, work: () => unknown) {
  try {
    await work()
    return []
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields) throw error
    return rowErrors(row, cell, error.fields)
  }
}
