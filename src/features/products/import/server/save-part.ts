import { type Selectable, sql } from 'kysely'
import {
  type FamilyPlaces,
  familyPlaces,
  freePlaces,
  noFamily,
  takeFamilyTurn,
} from '#features/catalog/families/server/family-places.ts'
import { parsePictures } from '#features/catalog/server/catalog.service.ts'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import type { Config } from '#kernel/config.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { factsError } from '../../facts/server/required-facts.ts'
import { isOfferTooHigh, lacksMaker, makerPriceNeedsProducer, offerAbovePrice } from '../../product-data.contract.ts'
import { message } from '../../products.messages.ts'
import { columnsOf } from '../../server/product-columns.ts'
import type { Row } from '../../server/seller-products.service.ts'
import {
  changeProducts,
  changesMakerPrice,
  changesPictures,
  isSuspended,
  linesOf,
  lockProducers,
  lockProducts,
  takenSkus,
} from './change-products.ts'
import { movesFamilies, placeLine } from './family-columns.ts'
import { type Column, changesWords, columnsWritten } from './import-columns.ts'
import { type CheckedLine, problemsOf, type RowError, rowErrors, statesOtherStock } from './import-lines.ts'
import { keepPictures } from './import-pictures.ts'
import { withPictureTexts } from './picture-texts.ts'

interface Part {
  importId: string
  columns: readonly Column[]
  lines: readonly CheckedLine[]
  now: Date
  config: Pick<Config, 'factsRequired'>
}

/** What the import may change, and its undo puts back. */
const changedBy = (columns: readonly Column[]) => [
  ...columnsWritten(columns),
  ...(columns.includes('stock') || columns.includes('inStock') ? ['in_stock'] : []),
  ...(changesMakerPrice(columns) ? ['maker_price_paise'] : []),
  ...(columns.includes('price') ? ['price_raised_at'] : []),
  ...(movesFamilies(columns) ? Object.keys(noFamily) : []),
  ...(changesPictures(columns) ? ['images'] : []),
]

/**
 * Writes a part: new products, and the file's columns into others, each with one statement. Locks products by id, as orders do, and notes changes for
 * an undo. Lines that the shop's changes made impossible are left out and told.
 */
export async function savePart(tx: Tx, { importId, columns, lines, now, config }: Part) {
  if (movesFamilies(columns)) await takeFamilyTurn(tx)
  await lockProducers(tx, columns, lines)
  const known = await lockProducts(
    tx,
    lines.flatMap(({ id, is_new }) => (is_new === 0 ? [id] : [])),
  )
  const before = new Map(known.map((row) => [row.id, row]))
  const taken = await takenSkus(tx, lines)
  const errors = new Map(
    lines.map((line) => {
      const product = before.get(line.id)
      const problems = problemsNow(line, product, taken.get(line.id), columns)
      return [line.id, problems.length > 0 ? problems : factProblems(line, product, columns, config)]
    }),
  )
  const written = lines.filter(({ id }) => errors.get(id)?.length === 0)
  const places = familyPlaces(tx)
  const placed = movesFamilies(columns) ? await placeLines(places, written, before, columns, errors) : written
  const right = withPictureTexts(placed, known).map((line) => describedNow(line, before.get(line.id), columns))

  const added = right.filter(({ is_new }) => is_new === 1)
  if (movesFamilies(columns)) await freePlaces(tx, known, right)
  await addProducts(tx, importId, added)
  const changed = await changeProducts(tx, importId, right, { columns, now, isPlaced: true })
  await places.settle(known.map(({ family_id }) => family_id))
  const names = changedBy(columns)
  await note(tx, [
    ...added.map((line) => ({
      ...{ import_id: importId, product_id: line.id, before: null, version_before: null },
      ...{ version: 0, stock: line.stock, in_stock: line.in_stock ?? 1 },
    })),
    ...changed.map(({ id, ...after }) => ({
      ...{ import_id: importId, product_id: id, before: JSON.stringify(pick(before.get(id), names)) },
      ...{ version_before: before.get(id)?.version ?? 0, ...after },
    })),
  ])
  const isWritten = new Set([...added, ...changed].map(({ id }) => id))
  const pictured = right.flatMap(({ id, images }) =>
    images !== null && isWritten.has(id) ? [{ productId: id, pictures: parsePictures(images) }] : [],
  )
  for (const { productId, pictures } of pictured) {
    const old = parsePictures(before.get(productId)?.images ?? '[]')
    await keepPictures(tx, importId, productId, without(old, pictures))
  }
  return {
    ...{ added: added.length, changed: changed.length, pictured },
    ...{ errors: [...errors.values()].flat(), left: lines.length - right.length },
  }
}

/** Texts, facts and families were compared with the product as it was when the file was checked; others may have changed it since. */
function describedNow(line: CheckedLine, product: Row | undefined, columns: readonly Column[]): CheckedLine {
  if (!product || !changesWords(columns)) return line
  const description =
    columns.includes('description') && line.description !== null ? line.description : product.description
  const family = columns.includes('family') ? line.family : product.family
  return { ...line, ...columnsOf({ ...product, description, family }, { facts: line.saidFacts ?? {} }) }
}

const without = (old: readonly ProductPicture[], now: readonly ProductPicture[]) =>
  old.filter(({ key }) => !now.some((picture) => picture.key === key))

const pick = (row: Row | undefined, names: readonly string[]) =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => names.includes(name)))

/** What is wrong with a line since it was checked. */
function problemsNow(
  line: CheckedLine,
  product: Row | undefined,
  skuHolder: string | undefined,
  columns: readonly Column[],
): RowError[] {
  const cell = new Map([
    ['name', line.name ?? product?.name ?? ''],
    ['sku', line.sku ?? ''],
  ])
  if (skuHolder !== undefined)
    return rowErrors(line.row, cell, { sku: message('ROW_SKU_TAKEN_MEANWHILE', { name: skuHolder }) })
  if (!product) return []
  if (columns.includes('stock') && statesOtherStock(product, line.stock))
    return rowErrors(line.row, cell, { stock: message('STOCK_IN_BATCHES') })
  const producer = line.producer_id ?? product.producer_id
  if (lacksMaker({ makerPrice: line.maker_price_paise, producer }))
    return rowErrors(line.row, cell, { makerPrice: makerPriceNeedsProducer })
  const price = line.price_paise ?? product.price_paise
  const isTooHigh = isOfferTooHigh({ price, offerPrice: line.offer_price_paise ?? product.offer_price_paise })
  return isTooHigh ? rowErrors(line.row, cell, { offerPrice: offerAbovePrice }) : []
}

/** Facts may have been taken away, or be required, since the line was checked. */
function factProblems(line: CheckedLine, product: Row | undefined, columns: readonly Column[], config: Part['config']) {
  const name = line.name ?? product?.name ?? ''
  const after = {
    ...{ name, category: line.category ?? product?.category ?? '' },
    facts: describedNow(line, product, columns).facts ?? product?.facts ?? '{}',
    ...{ archived: product?.archived ?? 0, suspended: product?.suspended ?? 0 },
  }
  const error = factsError(config, product, after)
  return error?.findings ? rowErrors(line.row, new Map([['name', name]]), error.findings) : []
}

/** The lines with their places among the families. Those that have none stay out, with the reason in `errors`. */
async function placeLines(
  places: FamilyPlaces,
  lines: readonly CheckedLine[],
  before: ReadonlyMap<string, Row>,
  columns: readonly Column[],
  errors: Map<string, RowError[]>,
) {
  const placed: CheckedLine[] = []
  for (const line of lines) {
    const product = before.get(line.id)
    const cell = new Map([['name', line.name ?? product?.name ?? '']])
    const problems = await problemsOf(line.row, cell, async () => {
      placed.push({ ...line, ...(await placeLine(places, line, product, columns)) })
    })
    errors.set(line.id, problems)
  }
  return placed
}

async function addProducts(tx: Tx, importId: string, lines: readonly CheckedLine[]) {
  if (lines.length === 0) return
  const fresh = [
    ...(['id', 'name', 'name_folded', 'category', 'price_paise', 'offer_price_paise', 'description'] as const),
    ...(['name_words', 'description_words', 'weight', 'stock', 'producer_id', 'delivery_days', 'created_at'] as const),
    ...(['facts', 'fact_choices', 'sku', 'sku_key', 'returnable', 'maker_price_paise', 'costs_paise'] as const),
    ...(['family', 'family_id', 'family_key'] as const),
  ]
  await tx
    .insertInto('products')
    .columns([...fresh, 'in_stock', 'images', 'last_import', 'archived', 'suspended'])
    .expression(
      tx
        .selectFrom(linesOf(tx, lines))
        .select(fresh.map((name) => sql<never>`${sql.ref(`lines.${name}`)}`.as(name)))
        .select([
          sql<number>`lines.in_stock`.as('in_stock'),
          sql<string>`coalesce(lines.images, '[]')`.as('images'),
          sql<string>`cast(${importId} as text)`.as('last_import'),
          isSuspended.as('archived'),
          isSuspended.as('suspended'),
        ]),
    )
    .execute()
}

async function note(tx: Tx, rows: readonly Selectable<Tables['import_changes']>[]) {
  if (rows.length > 0) await tx.insertInto('import_changes').values(rows).execute()
}
