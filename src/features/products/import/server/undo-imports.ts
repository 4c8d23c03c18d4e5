import type { Selectable } from 'kysely'
import { z } from 'zod'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { sellingDay } from '#features/catalog/batches/server/batch-stock.ts'
import { recount } from '#features/catalog/batches/server/daily-stock.ts'
import { familyPlaces, freePlaces, noFamily, takeFamilyTurn } from '#features/catalog/families/server/family-places.ts'
import { parsePictures } from '#features/catalog/server/catalog.service.ts'
import { STOCK_ALERTS } from '#features/stock-alerts/server/stock-alerts.ts'
import { transact, wakeAfterCommit } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { jsonRows } from '#kernel/db/query/json-rows.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { OwnDeps } from '#kernel/deps.ts'
import { principalOf } from '#kernel/guard/principals.ts'
import { AppError } from '#shared/app-error.ts'
import { textOf } from '#shared/messages.ts'
import { countedProducts } from '../../import.words.en.ts'
import type { ProductImport } from '../../product-imports.contract.ts'
import { message } from '../../products.messages.ts'
import type { Row } from '../../server/seller-products.service.ts'
import { type ChangeLine, changeProducts, lockProducers, lockProducts, takenSkus } from './change-products.ts'
import { movesFamilies, placeLine } from './family-columns.ts'
import type { Column } from './import-columns.ts'
import { nothingSaid } from './import-lines.ts'
import { columnsIn, type ImportRow, keptIn, moveImport, told } from './import-rows.ts'
import { type AvifQueue, addToQueue, inTransactions, takeUp } from './save-imports.ts'

/** Products restored at once, as many as an import writes. */
const PART = 50

type Change = Selectable<Tables['import_changes']>
type Kept = ProductImport['kept']

/** Whichever process was asked. */
export async function undoImports(deps: OwnDeps, avif: AvifQueue, isStopping: () => boolean) {
  const imports = await deps.db.selectFrom('product_imports').select('id').where('state', '=', 'undoing').execute()
  for (const { id } of imports)
    await inTransactions(deps, isStopping, {
      part: async () => {
        const { isOver, pictured } = await transact(deps, (tx) => undoNextPart(deps, tx, id))
        addToQueue(avif, pictured)
        return isOver
      },
      giveUp: () => endUndo(deps, id),
    })
}

async function undoNextPart(deps: OwnDeps, tx: Tx, id: string) {
  const row = await takeUp(deps, tx, id, 'undoing')
  if (!row) return { isOver: true, pictured: [] }
  const changes = await tx
    .selectFrom('import_changes')
    .selectAll()
    .where('import_id', '=', id)
    .orderBy('product_id')
    .limit(PART)
    .execute()
  if (changes.length === 0) {
    await finish(deps, tx, row)
    return { isOver: true, pictured: [] }
  }
  const { kept, pictured } = await putBack(deps, tx, row, changes)
  const ids = changes.map(({ product_id }) => product_id)
  if (columnsIn(row).includes('deliveryDays')) await recount(tx, ids, sellingDay(deps))
  await tx.deleteFrom('import_changes').where('import_id', '=', id).where('product_id', 'in', ids).execute()
  await tx
    .updateTable('product_imports')
    .set({
      done: row.done + changes.length,
      undone: row.undone + changes.length - kept.length,
      kept: row.kept + kept.length,
      kept_products: told(keptIn(row), kept),
    })
    .where('id', '=', id)
    .execute()
  return { isOver: false, pictured }
}

/** Restores products not changed since. Gives those left alone, with reasons. */
async function putBack(deps: OwnDeps, tx: Tx, row: ImportRow, changes: readonly Change[]) {
  const columns = columnsIn(row)
  const lines = new Map(changes.map((change) => [change.product_id, lineBefore(change)]))
  if (movesFamilies(columns)) await takeFamilyTurn(tx)
  await lockProducers(tx, columns, [...lines.values()])
  const products = await lockProducts(tx, [...lines.keys()])
  const taken = await takenSkus(tx, [...lines.values()])
  const kept: Kept = []
  const back: Change[] = []
  for (const change of changes) {
    const product = products.find(({ id }) => id === change.product_id)
    if (!product) continue
    const holder = taken.get(product.id)
    const reason = changedSince(product, change, columns) ?? (holder && message('KEPT_AS_SKU_TAKEN', { name: holder }))
    if (reason) kept.push({ _id: product.id, name: product.name, reason: textOf(reason) })
    else back.push(change)
  }
  const isAdded = ({ before }: Change) => before === null
  await archive(tx, row.id, back.filter(isAdded))
  const were = back.filter((change) => !isAdded(change)).flatMap(({ product_id }) => lines.get(product_id) ?? [])
  const places = familyPlaces(tx)
  const before: ChangeLine[] = []
  // Who leaves a family goes first, so that the others find it as it was.
  for (const line of were.toSorted((a, b) => Number(a.family !== null) - Number(b.family !== null))) {
    const product = products.find(({ id }) => id === line.id)
    const reason = await whyNotPlaced(async () => {
      const place = movesFamilies(columns) ? await placeLine(places, line, product, [...columns, 'family']) : {}
      before.push({ ...line, ...place })
    })
    if (reason && product) kept.push({ _id: product.id, name: product.name, reason })
  }
  const undo = { columns, now: deps.now(), isUndo: true, isPlaced: true }
  if (movesFamilies(columns)) await freePlaces(tx, products, before)
  const changed = before.length > 0 ? await changeProducts(tx, row.id, before, undo) : []
  await places.settle(products.map(({ family_id }) => family_id))
  await tellEarlierImports(tx, row.id, back, changed)
  const pictured = before.flatMap(({ id, images }) =>
    images === null ? [] : [{ productId: id, pictures: parsePictures(images) }],
  )
  return { kept, pictured }
}

/** Why a product cannot go back into its family, as it is stored; undefined: it can. */
async function whyNotPlaced(place: () => Promise<void>) {
  try {
    await place()
    return undefined
  } catch (error) {
    if (error instanceof AppError && error.says) return textOf(error.says)
    throw error
  }
}

/** Why a product stays as it is; undefined: nobody changed it since the import. */
function changedSince(product: Row, change: Change, columns: readonly Column[]) {
  if (product.version !== change.version) return message('KEPT_AS_CHANGED')
  if (change.before === null) return undefined
  // Stock in batches was not written by the import.
  const hasStock = columns.includes('stock') && product.batches === null && product.stock !== change.stock
  if (hasStock) return message('KEPT_AS_STOCK_CHANGED', { stock: change.stock })
  const isSwitched = (columns.includes('stock') || columns.includes('inStock')) && product.in_stock !== change.in_stock
  return isSwitched ? message('KEPT_AS_SWITCHED') : undefined
}

const Before = z.custom<Partial<ChangeLine>>((value) => typeof value === 'object' && value !== null)

const lineBefore = ({ product_id, before }: Change): ChangeLine => ({
  ...{ ...nothingSaid, in_stock: null, images: null },
  ...(before === null ? {} : Before.parse(JSON.parse(before))),
  ...{ id: product_id, is_new: 0 },
})

/** Added products are archived without SKU and family, so the same file adds them anew. */
async function archive(tx: Tx, importId: string, added: readonly Change[]) {
  if (added.length === 0) return
  const ids = added.map(({ product_id }) => product_id)
  await tx
    .updateTable('products')
    .set((set) => ({
      ...{ archived: 1, suspended: 0, sku: null, sku_key: null, ...noFamily, last_import: importId },
      version: set('version', '+', 1),
    }))
    .where('id', 'in', ids)
    .execute()
}

/** Raises the versions stored by earlier imports, so they can still be undone. */
async function tellEarlierImports(
  tx: Tx,
  importId: string,
  back: readonly Change[],
  changed: readonly { id: string; version: number }[],
) {
  const versions = changed.map(({ id, version }) => ({
    ...{ id, version },
    was: back.find(({ product_id }) => product_id === id)?.version_before ?? 0,
  }))
  if (versions.length === 0) return
  const types = { id: 'text', version: 'integer', was: 'integer' } as const
  const now = jsonRows<(typeof versions)[number]>(tx, JSON.stringify(versions), types).as('now')
  await tx
    .updateTable('import_changes')
    .from(now)
    .set((set) => ({ version: set.ref('now.version') }))
    .whereRef('import_changes.product_id', '=', 'now.id')
    .whereRef('import_changes.version', '=', 'now.was')
    .where('import_changes.import_id', '<>', importId)
    .execute()
}

async function finish(deps: OwnDeps, tx: Tx, row: ImportRow) {
  wakeAfterCommit(tx, STOCK_ALERTS)
  const kept = row.kept === 0 ? '' : `. ${countedProducts(row.kept)} stayed: changed since`
  const said = textOf(message('IMPORT_UNDONE', { undone: row.undone, kept: row.kept }))
  await recordAct(tx, {
    who: principalOf('seller', row.seller_id),
    action: 'product.import-undone',
    subject: row.id,
    summary: `Import undone: ${countedProducts(row.undone)} put back${kept}`,
    at: deps.now(),
    isInBackground: true,
  })
  await moveImport(tx, { id: row.id, from: 'undoing' }, 'undone', { message: said, done: row.lines })
}

/** After an error of ours: the rest can be undone later. */
async function endUndo(deps: OwnDeps, id: string) {
  await transact(deps, async (tx) => {
    const row = await tx.selectFrom('product_imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const said = message('IMPORT_UNDO_STOPPED', { done: row.done, lines: row.lines })
    await moveImport(tx, { id, from: 'undoing' }, 'failed', { message: textOf(said) })
  })
}
