import { type Kysely, sql } from 'kysely'
import { type SellingDay, sellingDay, withTrueStock } from '#features/catalog/batches/server/batch-stock.ts'
import { productNotFound } from '#features/catalog/catalog.contract.ts'
import { parseDescription, parseFacts, parsePictures } from '#features/catalog/server/catalog.service.ts'
import type { WantedPiece } from '#features/changes/changes.wanted.ts'
import { type ChangeRow, findOpenChange, wantedPiece } from '#features/changes/server/ask-for-change.ts'
import { photosShownBy } from '#features/changes/server/sent-photos.ts'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import type { Row } from '#features/products/server/seller-products.service.ts'
import type { Db } from '#kernel/db/database.ts'
import { countRows, readPage } from '#kernel/db/query/read-page.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Session } from '#kernel/guard/session.ts'
import { workshopOf } from '../../door/server/login.ts'
import type { OwnPiece } from '../products.contract.ts'
import { type PieceState, pieceStates } from '../products.states.ts'

const PER_PAGE = 24
/** Running low: so many pieces are left at most. */
const LOW = 1

/** A piece as it is stored: in the shop, or wanted there, or both. */
export interface StoredPiece {
  row?: Row | undefined
  change?: ChangeRow | undefined
}

/** Open changes of own pieces; a piece that the office gave to another producer is not among them. */
const openOf = (db: Kysely<Tables>, producerId: string) =>
  db
    .selectFrom('maker_changes')
    .where('producer_id', '=', producerId)
    .where('state', 'in', ['waiting', 'sent back'])
    .where((change) =>
      change.or([
        change('kind', '=', 'new piece'),
        change.and([
          change('kind', '=', 'piece'),
          change('subject', 'in', db.selectFrom('products').select('id').where('producer_id', '=', producerId)),
        ]),
      ]),
    )

/** New pieces that are not in the shop yet. */
export const countNewPieces = (db: Db, producerId: string) =>
  countRows(openOf(db, producerId).where('kind', '=', 'new piece'))

/** What the producer has in the shop, or had there. Drafts are the office's. */
const inShop = (db: Db, producerId: string) =>
  db.selectFrom('products').where('producer_id', '=', producerId).where('draft', '=', 0)

/** A change of a former producer of the piece does not count. */
const withoutChange = (db: Db, producerId: string) =>
  inShop(db, producerId).where(
    sql<boolean>`not exists (select 1 from maker_changes where subject = products.id
      and maker_changes.producer_id = products.producer_id and state in ('waiting', 'sent back'))`,
  )

/** `stateInShop` for the database. */
const shopState = sql<PieceState>`case when archived = 1 then 'off sale' when back_on is not null then 'on holiday'
  when in_stock = 1 then 'on sale' else 'sold out' end`

/** What shoppers can buy, also while a change of it is open. */
const onSale = (db: Db, producerId: string) => inShop(db, producerId).where(shopState, '=', 'on sale')

const runningLow = (db: Db, producerId: string) =>
  inShop(db, producerId).where('archived', '=', 0).where('in_stock', '=', 1).where('stock', '<=', LOW)

const stateOfChange = ({ state }: Pick<ChangeRow, 'state'>): PieceState =>
  state === 'sent back' ? 'sent back' : 'looked at'

function stateInShop({ archived, back_on, in_stock }: Pick<Row, 'archived' | 'back_on' | 'in_stock'>): PieceState {
  if (archived === 1) return 'off sale'
  if (back_on !== null) return 'on holiday'
  return in_stock === 1 ? 'on sale' : 'sold out'
}

async function countStates(db: Db, producerId: string, open: readonly Pick<ChangeRow, 'state'>[]) {
  const groups = await withoutChange(db, producerId)
    .select([shopState.as('state'), (select) => select.fn.countAll<number>().as('count')])
    .groupBy(shopState)
    .execute()
  const counts = Object.fromEntries(pieceStates.map((state) => [state, 0])) as Record<PieceState, number>
  for (const one of open) counts[stateOfChange(one)] += 1
  for (const { state, count } of groups) counts[state] += Number(count)
  return counts
}

/** Sent back first, then those that wait, then those of the shop, newest first. */
export async function listPieces(
  deps: Deps,
  session: Session,
  { state, low, page }: { state?: PieceState | undefined; low?: '1' | undefined; page?: number | undefined },
) {
  const { db } = deps
  const { id } = workshopOf(session).producer
  const open = await openOf(db, id)
    .select(['id', 'state'])
    .orderBy('state')
    .orderBy('asked_at', 'desc')
    .orderBy('id')
    .execute()
  const counts = await countStates(db, id, open)
  // What runs low stands in its place of the shop, whether a change of it is open or not.
  const changes = low ? [] : open.filter((one) => state === undefined || stateOfChange(one) === state)
  const others = low ? runningLow(db, id) : withoutChange(db, id)
  const chosen = state === undefined ? others : others.where(shopState, '=', state)
  const total = changes.length + (await countRows(chosen))
  const { rows: pieces, ...paging } = await readPage({ page, limit: PER_PAGE }, total, async (limit, offset) => {
    const first = changes.slice(offset, offset + limit)
    const left = limit - first.length
    const rest =
      left === 0
        ? []
        : await chosen
            .selectAll()
            .orderBy('number', 'desc')
            .limit(left)
            .offset(Math.max(0, offset - changes.length))
            .execute()
    const rows = await readChanged(
      db,
      first.map((change) => change.id),
    )
    return [...rows, ...(low ? await withChanges(db, id, rest) : rest.map((row) => ({ row })))]
  })
  const onSaleNow = await countRows(onSale(db, id))
  return { pieces: await toOwnPieces(deps, pieces), counts, onSale: onSaleNow, ...paging }
}

/** Pieces of the shop, with what is open of them. */
async function withChanges(db: Db, producerId: string, rows: readonly Row[]): Promise<StoredPiece[]> {
  if (rows.length === 0) return []
  const subjects = rows.map((row) => row.id)
  const changes = await openOf(db, producerId).selectAll().where('subject', 'in', subjects).execute()
  return rows.map((row) => ({ row, change: changes.find(({ subject }) => subject === row.id) }))
}

/** In the order of the ids. */
async function readChanged(db: Db, ids: readonly string[]): Promise<StoredPiece[]> {
  if (ids.length === 0) return []
  const changes = await db.selectFrom('maker_changes').selectAll().where('id', 'in', ids).execute()
  const subjects = changes.map(({ subject }) => subject)
  const rows = await db.selectFrom('products').selectAll().where('id', 'in', subjects).execute()
  return ids.flatMap((id) => {
    const change = changes.find((one) => one.id === id)
    return change ? [{ change, row: rows.find((row) => row.id === change.subject) }] : []
  })
}

/** Throws PRODUCT_NOT_FOUND, for another producer's piece too. */
export async function findPiece(db: Db, producerId: string, id: string): Promise<StoredPiece> {
  const row = await inShop(db, producerId).selectAll().where('id', '=', id).executeTakeFirst()
  const open = await findOpenChange(db, id)
  const isOwn = open?.producer_id === producerId && (open.kind === 'new piece' || (open.kind === 'piece' && row))
  const change = isOwn ? open : undefined
  if (!row && !change) throw productNotFound()
  return { row, change }
}

/** Throws PRODUCT_NOT_FOUND. */
export async function getPiece(deps: Deps, session: Session, id: string): Promise<OwnPiece> {
  const { producer } = workshopOf(session)
  const [piece] = await toOwnPieces(deps, [await findPiece(deps.db, producer.id, id)])
  if (!piece) throw productNotFound()
  return piece
}

async function toOwnPieces(deps: Deps, stored: readonly StoredPiece[]): Promise<OwnPiece[]> {
  const day = sellingDay(deps)
  const changes = stored.flatMap(({ change }) => change ?? [])
  const photos = await photosShownBy(deps.db, changes)
  return stored.map((piece) => toOwnPiece(piece, day, photos))
}

/** What a maker sets: as it is wanted, else as it is in the shop. */
export const fieldsOf = (row: Row | undefined, wanted: WantedPiece) => ({
  name: wanted.name ?? row?.name ?? '',
  category: wanted.category ?? row?.category ?? '',
  description: wanted.description ?? (row ? parseDescription(row.description) : []),
  facts: wanted.facts ?? (row ? parseFacts(row.facts) : {}),
  pictures: wanted.pictures ?? (row ? parsePictures(row.images) : []),
  makerPrice: wanted.makerPrice ?? row?.maker_price_paise ?? null,
  stock: row ? row.stock : (wanted.stock ?? null),
})

/** `photos`: those that makers sent and that are still there. */
function toOwnPiece(
  { row: stored, change }: StoredPiece,
  day: SellingDay,
  photos: ReadonlyMap<string, ProductPicture>,
): OwnPiece {
  const row = stored && withTrueStock(stored, day)
  const wanted = change ? wantedPiece(change) : {}
  const fields = fieldsOf(row, wanted)
  return {
    ...fields,
    _id: row?.id ?? change?.subject ?? '',
    state: change ? stateOfChange(change) : row ? stateInShop(row) : 'off sale',
    isNew: !row,
    backOn: row?.back_on ?? null,
    ...(wanted.pictures ? { pictures: picturesThere(wanted.pictures, row, photos) } : {}),
    inStock: row ? row.in_stock === 1 : fields.stock !== 0,
    isInBatches: row ? row.batches !== null : false,
    version: row?.version ?? null,
    change: change ? changeOf(change) : null,
  }
}

/** The office may have removed a picture meanwhile that the maker wants to keep. */
function picturesThere(
  wanted: readonly ProductPicture[],
  row: Row | undefined,
  photos: ReadonlyMap<string, ProductPicture>,
) {
  const inShop = new Set(row ? parsePictures(row.images).map(({ key }) => key) : [])
  return wanted.filter(({ key }) => inShop.has(key) || photos.has(key))
}

const changeOf = ({ state, asked_at, message, decided_by_name, decided_at }: ChangeRow) => ({
  askedAt: new Date(asked_at),
  sentBack: state === 'sent back' ? { message, by: decided_by_name ?? '', at: new Date(decided_at ?? asked_at) } : null,
})

export async function isTrustedProducer(db: Db, id: string) {
  const row = await db.selectFrom('producers').select('trusted').where('id', '=', id).executeTakeFirst()
  return row?.trusted === 1
}
