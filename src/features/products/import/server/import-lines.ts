import { readTexts } from '#features/catalog/catalog.picture-texts.ts'
import { isUsuallyReturnable } from '#features/catalog/catalog.returns.ts'
import { factNames, fieldOf } from '#features/catalog/facts/facts.fields.ts'
import { readFact } from '#features/catalog/facts/facts.texts.ts'
import { noFamily } from '#features/catalog/families/server/family-places.ts'
import { parseDescription, parseFacts, parsePictures } from '#features/catalog/server/catalog.service.ts'
import { toRow } from '#features/catalog/server/products.ts'
import { findHostileText } from '#kernel/guard/security.ts'
import { checked } from '#kernel/http/checked.ts'
import { AppError, badInput } from '#shared/app-error.ts'
import { newId } from '#shared/ids.ts'
import { type Message, textOf } from '#shared/messages.ts'
import { readDayRangeInFile, typedDayRange } from '#shared/reading/day-range.ts'
import { harmIn } from '#shared/reading/harmed-text.ts'
import { type DecimalSign, readNumber } from '#shared/reading/read-number.ts'
import { readYesNo } from '#shared/reading/read-words.ts'
import { isShortened } from '#shared/reading/rewritten-identifiers.ts'
import { placeAfter } from '../../bulk/server/suspended-products.ts'
import { checkFacts } from '../../facts/server/required-facts.ts'
import {
  isOfferTooHigh,
  lacksMaker,
  makerPriceNeedsProducer,
  mrpProblem,
  offerAbovePrice,
  ProductChange,
  ProductData,
  tooManyPictures,
} from '../../product-data.contract.ts'
import type { ProductImport } from '../../product-imports.contract.ts'
import { MAX_PICTURES } from '../../product-pictures.rules.ts'
import { message } from '../../products.messages.ts'
import { stockInBatches } from '../../seller-products.contract.ts'
import { columnsOf, newProduct } from '../../server/product-columns.ts'
import { familyColumns, statedFamily } from './family-columns.ts'
import { type Column, importHeading, isFactColumn, neededToAdd } from './import-columns.ts'
import type { KnownProduct } from './known-products.ts'

export type RowError = ProductImport['errors'][number]

type Said = Omit<ReturnType<typeof toRow>, 'id' | 'images' | 'in_stock'>

/** A checked line in the columns of `products`; null: the file does not say. */
export type StagedLine = { [Name in keyof Said]: Said[Name] | null } & {
  id: string
  /** 0: the product exists already. */
  is_new: number
  /** 0 or 1. */
  in_stock: number | null
  /** ProductPicture[] as JSON, once stored; null: unchanged. */
  images: string | null
}

/** A line with what only the check needs. */
export interface CheckedLine extends StagedLine {
  row: number
  /** File names in the zip. */
  pictures: readonly string[]
  /** Texts of the pictures; null: unchanged. */
  texts: readonly string[] | null
  /** Facts that the line states; null takes one away. */
  saidFacts: ProductChange['facts'] | null
  /** What the seller is told before the line is written. */
  note: 'unnamed' | 'archived' | null
}

export interface ReadLine {
  row: number
  /** The cells by column, without outer spaces. */
  cell: ReadonlyMap<Column, string>
  cells: readonly string[]
  createdAt: number
}

const MAX_TOLD_CHARACTERS = 60
export const nothingSaid: { [Name in keyof Said]: null } = {
  ...{ name: null, name_folded: null, name_words: null, description: null, description_words: null, category: null },
  ...{ price_paise: null, offer_price_paise: null, weight: null, stock: null, producer_id: null, delivery_days: null },
  ...{ sku: null, sku_key: null, returnable: null, created_at: null, maker_price_paise: null, costs_paise: null },
  ...{ facts: null, fact_choices: null },
  ...noFamily,
}

const nothingWanted = {
  ...{ ...nothingSaid, in_stock: null, images: null, pictures: [], texts: null, saidFacts: null, note: null, row: 0 },
}

/** Stored lines, also of the version before, with fewer columns. */
export function parseLines(json: string): CheckedLine[] {
  const lines: (Partial<CheckedLine> & Pick<CheckedLine, 'id' | 'is_new'>)[] = JSON.parse(json)
  return lines.map((line) => ({ ...nothingWanted, ...asUsual(line), ...line }))
}

/** What new products are where their line does not say. */
const asUsual = ({ is_new, category }: Partial<CheckedLine>) =>
  is_new === 1
    ? { facts: '{}', fact_choices: '[]', ...(category && { returnable: isUsuallyReturnable(category) ? 1 : 0 }) }
    : {}

/** The cells of a row by column, without outer spaces. */
export function readCells(cells: readonly string[], columns: readonly (Column | undefined)[]) {
  const read = new Map<Column, string>()
  for (const [at, name] of columns.entries()) if (name) read.set(name, (cells[at] ?? '').trim())
  return read
}

const orNull = (cell: string) => cell || null

/** Other texts stay, and the contract refuses them. Throws BAD_INPUT. */
function numberIn(name: Column, cell: string, sign: DecimalSign | undefined) {
  const read = readNumber(cell, sign)
  if ('value' in read) return read.value
  if (read.why === 'none') return cell
  throw badInput({ [name]: read.problem })
}

/** "4–8"; also from what a spreadsheet made a date of. */
function daysIn(cell: string) {
  const range = readDayRangeInFile(cell)
  return range ? typedDayRange(range) : cell
}

/** How cells are read; all others are text. */
const readers: { [name in Column]?: (cell: string, sign: DecimalSign | undefined) => unknown } = {
  price: (cell, sign) => numberIn('price', cell, sign),
  offerPrice: (cell, sign) => numberIn('offerPrice', cell, sign),
  weight: orNull,
  stock: (cell, sign) => (cell === '' ? null : numberIn('stock', cell, sign)),
  makerPrice: (cell, sign) => (cell === '' ? null : numberIn('makerPrice', cell, sign)),
  costs: (cell, sign) => (cell === '' ? null : numberIn('costs', cell, sign)),
  producer: orNull,
  deliveryDays: (cell) => (cell === '' ? null : daysIn(cell)),
  sku: orNull,
  // Empty: food usually cannot be returned, all else can.
  returnable: (cell) => (cell === '' ? undefined : (readYesNo(cell) ?? cell)),
}
/** Columns whose cells show the file's decimal sign. */
export const numberColumns: readonly Column[] = [
  ...(['price', 'offerPrice', 'stock', 'makerPrice', 'costs'] as const),
  ...factNames.filter((name) => ['number', 'price'].includes(fieldOf(name).kind)),
]
const notOfProductData: readonly Column[] = ['id', 'inStock', 'pictures', 'pictureTexts', ...familyColumns]

/** The facts in the columns that the file has; undefined: it has none. */
function factsIn(cell: ReadonlyMap<Column, string>, sign: DecimalSign | undefined) {
  const said = [...cell].flatMap(([name, text]) =>
    isFactColumn(name) ? [[name, readFact(name, text, (typed) => numberIn(name, typed, sign))] as const] : [],
  )
  return said.length > 0 ? Object.fromEntries(said) : undefined
}

/** `front.jpg|side.jpg`, or with semicolons; `isFile` knows names that contain one. */
const picturesIn = (cell: string, isFile: (name: string) => boolean) =>
  (cell.includes('|') || isFile(cell) ? cell.split('|') : cell.split(';')).map((name) => name.trim()).filter(Boolean)

/** Throws BAD_INPUT for a cell that a spreadsheet damaged. */
function checkHarm(cell: ReadonlyMap<Column, string>, product: KnownProduct | undefined) {
  const before: { [name in Column]?: string | null } = product
    ? { name: product.name, description: parseDescription(product.description).join('\n'), weight: product.weight }
    : {}
  for (const [name, text] of cell) {
    const harm = harmIn(text, before[name])
    if (harm) throw badInput({ [name]: harm })
  }
  if (isShortened(cell.get('sku') ?? '')) throw badInput({ sku: message('ROW_SKU_SHORTENED') })
}

interface CheckedAgainst {
  columns: readonly (Column | undefined)[]
  product: KnownProduct | undefined
  sign: DecimalSign | undefined
  isFile: (name: string) => boolean
  factsRequired: boolean
}

/** Checks a line by itself and against its product, if any. Throws BAD_INPUT, FACTS_MISSING. */
export function checkLine(
  { row, cell, cells, createdAt }: ReadLine,
  { columns, product, sign, isFile, factsRequired }: CheckedAgainst,
): CheckedLine {
  if (cells.slice(columns.length).some((text) => text.trim() !== ''))
    throw badInput({ row: message('ROW_HAS_MORE_CELLS') })
  const hostile = findHostileText(cells)
  if (hostile) throw badInput({ row: hostile })
  checkHarm(cell, product)
  const said = [...cell].filter(([name]) => !notOfProductData.includes(name) && !isFactColumn(name))
  const facts = factsIn(cell, sign)
  const data = {
    ...Object.fromEntries(said.map(([name, text]) => [name, readers[name] ? readers[name](text, sign) : text])),
    ...(facts && { facts }),
    ...statedFamily(cell, product?.family ?? null),
  }
  const inStock = readYesNo(cell.get('inStock') ?? '')
  if (cell.get('inStock') && inStock === undefined) throw badInput({ inStock: message('ROW_NOT_YES_OR_NO') })
  const pictures = picturesIn(cell.get('pictures') ?? '', isFile)
  if (pictures.length > MAX_PICTURES) throw badInput({ pictures: tooManyPictures })
  const written = cell.has('pictureTexts') ? readTexts(cell.get('pictureTexts') ?? '') : null
  const shown = pictures.length > 0 ? pictures.length : parsePictures(product?.images ?? '[]').length
  // Texts left over from the template mean nothing without pictures.
  const texts = shown === 0 ? null : written
  checkTexts(texts, shown)
  if (product) {
    const { pictureTexts: _, ...change } = checked(ProductChange, { ...data, pictureTexts: texts ?? undefined })
    const prices = {
      price: change.price ?? product.price_paise,
      offerPrice: change.offerPrice ?? product.offer_price_paise,
    }
    if (isOfferTooHigh(prices)) throw badInput({ [cell.has('offerPrice') ? 'offerPrice' : 'price']: offerAbovePrice })
    const producer = change.producer === undefined ? product.producer_id : change.producer
    if (lacksMaker({ ...change, producer })) throw badInput({ makerPrice: makerPriceNeedsProducer })
    const described = columnsOf(product, change)
    const tooLow = mrpProblem(parseFacts(described.facts ?? product.facts), prices.offerPrice)
    if (tooLow) throw badInput({ 'facts.mrp': tooLow })
    if (statesOtherStock(product, change.stock)) throw stockInBatches()
    checkFacts({ factsRequired }, product, { ...product, ...described })
    const in_stock = inStock === undefined ? null : Number(inStock)
    const note = product.archived === 1 && product.suspended === 0 ? 'archived' : null
    return {
      ...nothingSaid,
      ...described,
      id: product.id,
      is_new: 0,
      in_stock,
      images: null,
      row,
      pictures,
      texts,
      saidFacts: change.facts ?? null,
      note,
    }
  }
  checkIsWhole(cell)
  const fresh = checked(ProductData, { ...data, pictureTexts: texts ?? undefined })
  const { images: _, ...added } = toRow(newProduct(fresh, [], inStock), createdAt)
  checkFacts({ factsRequired }, undefined, { ...added, ...placeAfter.shown })
  const note = cell.get('sku') ? null : 'unnamed'
  return { ...added, id: newId(), is_new: 1, images: null, row, pictures, texts, saidFacts: null, note }
}

/** Of a product in batches: an empty cell, or the stock that is there, says nothing. */
export const statesOtherStock = (product: Pick<KnownProduct, 'batches' | 'stock'>, stock: number | null | undefined) =>
  product.batches !== null && stock != null && stock !== product.stock

function checkTexts(written: readonly string[] | null, images: number) {
  const texts = written?.length ?? 0
  if (texts > images) throw badInput({ pictureTexts: message('MORE_TEXTS_THAN_IMAGES', { images, texts }) })
}

/** Throws BAD_INPUT for a new product without required columns. */
function checkIsWhole(cell: ReadonlyMap<Column, string>) {
  const missing = neededToAdd.filter((name) => !cell.has(name))
  if (missing.length === 0) return
  if (!cell.get('sku')) throw badInput({ row: message('ROW_NAMES_NO_PRODUCT') })
  throw badInput({ sku: message('ROW_SKU_UNKNOWN', { missing }) })
}

const cut = (text: string) => (text.length > MAX_TOLD_CHARACTERS ? `${text.slice(0, MAX_TOLD_CHARACTERS - 1)}…` : text)

/** A row's mistakes as found in a spreadsheet: row, product, cell and its content. They are stored, not in words. */
export function rowErrors(
  row: number,
  cell: ReadonlyMap<string, string>,
  findings: Readonly<Record<string, Message>>,
): RowError[] {
  const product = cell.get('name') || cell.get('sku') || cell.get('id')
  return Object.entries(findings).map(([field, finding]) => {
    // Facts, and the parts of a family, are told by themselves.
    const named = field.replace(/^facts\./, '').split('.')[0]
    const column = importHeading.find((name) => name === named)
    const value = column && cell.get(column)
    return {
      row,
      ...(product ? { product: cut(product) } : {}),
      ...(column ? { column } : {}),
      ...(value ? { value: cut(value) } : {}),
      message: textOf(finding),
    }
  })
}

/** Runs the work for a row and gives its mistakes. Throws other errors. */
export async function problemsOf(row: number, cell: ReadonlyMap<string, string>, work: () => unknown) {
  try {
    await work()
    return []
  } catch (error) {
    if (!(error instanceof AppError) || !error.findings) throw error
    return rowErrors(row, cell, error.findings)
  }
}
