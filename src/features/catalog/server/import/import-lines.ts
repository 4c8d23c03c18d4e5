import { checked } from '#kernel/http/checked.ts'
import { findHostileText } from '#kernel/http/security.ts'
import { badInput } from '#shared/app-error.ts'
import { newId } from '#shared/ids.ts'
import { ProductData, type ProductImport } from '../../seller-products.contract.ts'
import { productsHeading } from '../export-products.ts'
import { newProduct, toRow } from '../products.ts'

export type Column = (typeof productsHeading)[number]
type RowError = ProductImport['errors'][number]

/** What a checked line wants of its product, in the columns of `products`. What the file does not say is null. */
export interface StagedLine extends Omit<ReturnType<typeof toRow>, 'images' | 'in_stock'> {
  /** 0: a product that is there already. */
  is_new: number
  in_stock: number | null
}

const MAX_TOLD_CHARACTERS = 60

/** Names of columns as people write them: "Offer price", "offer_price". Unknown ones are passed over. */
export function findColumns(heading: readonly string[]) {
  const simple = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, '')
  return heading.map((cell) => productsHeading.find((name) => simple(name) === simple(cell)))
}

/** Cells of a row by column; outer spaces are dropped. */
export function readCells(cells: readonly string[], columns: readonly (Column | undefined)[]) {
  const read = new Map<Column, string>()
  for (const [at, value] of cells.entries()) {
    const name = columns[at]
    if (name) read.set(name, value.trim())
  }
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

/** Checks a line by itself. Throws BAD_INPUT. `createdAt`: of a new product. */
export function checkLine(
  cells: readonly string[],
  columns: readonly (Column | undefined)[],
  createdAt: number,
): StagedLine {
  if (cells.length > columns.length) throw badInput({ row: 'This row has more cells than the first row' })
  const hostile = findHostileText(cells)
  if (hostile) throw badInput({ row: hostile })
  const cell = readCells(cells, columns)
  const value = (name: Column) => cell.get(name) ?? ''
  const data = checked(ProductData, {
    name: value('name'),
    category: value('category'),
    price: numberIn(value('price')),
    offerPrice: numberIn(value('offerPrice')),
    description: value('description'),
    weight: value('weight') || null,
    stock: value('stock') === '' ? null : numberIn(value('stock')),
    producer: value('producer') || null,
    deliveryDays: value('deliveryDays') || null,
  })
  const inStock = yesOrNo[value('inStock').toLowerCase()]
  if (value('inStock') !== '' && inStock === undefined) throw badInput({ inStock: 'Write yes or no' })
  const id = value('id')
  const { images: _, ...row } = toRow(newProduct(data, [], inStock), createdAt)
  if (id === '') return { ...row, id: newId(), is_new: 1 }
  return { ...row, id, is_new: 0, in_stock: inStock === undefined ? null : row.in_stock }
}

const cut = (text: string) => (text.length > MAX_TOLD_CHARACTERS ? `${text.slice(0, MAX_TOLD_CHARACTERS - 1)}…` : text)

/** What is wrong with a row (`fields`), told so that it is found in the spreadsheet: its number, its product, the cell and what is in it. */
export function rowErrors(
  row: number,
  cell: ReadonlyMap<Column, string>,
  fields: Readonly<Record<string, string>> = {},
): RowError[] {
  const product = cell.get('name') || cell.get('id')
  return Object.entries(fields).map(([field, message]) => {
    const column = productsHeading.find((name) => name === field)
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
