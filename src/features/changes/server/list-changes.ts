import { findLastAct } from '#features/audit/server/audit.service.ts'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { percentagesShown } from '#features/prices/server/percentages.ts'
import type { ProducerRow } from '#features/producers/server/producers.service.ts'
import type { Row as ProductRow } from '#features/products/server/seller-products.service.ts'
import type { Db } from '#kernel/db/database.ts'
import { countRows, readPage } from '#kernel/db/query/read-page.ts'
import type { Change } from '../changes.contract.ts'
import { WantedPage } from '../changes.wanted.ts'
import { type ChangeRow, hasOwnProduct, wantedPage, wantedPiece } from './ask-for-change.ts'
import { photosShownBy } from './sent-photos.ts'
import { isPageOvertaken, pageNow, pageVersion, pageWanted, pieceNow, pieceWanted } from './sides.ts'

const PER_PAGE = 25
/** Of those that were sent back; older ones are with their makers all the same. */
const MOST_SENT_BACK = 50

interface Asked {
  page?: number | undefined
  limit?: number | undefined
  producer?: string | undefined
}

/** Without those whose product is gone, or another producer's now. */
const inState = (db: Db, state: ChangeRow['state'], producer: string | undefined) =>
  db
    .selectFrom('maker_changes')
    .where('state', '=', state)
    .where((row) => row.or([row('kind', '<>', 'piece'), hasOwnProduct(row)]))
    .$if(producer !== undefined, (select) => select.where('maker_changes.producer_id', '=', producer ?? ''))

export async function listChanges(db: Db, { page, limit = PER_PAGE, producer }: Asked) {
  const waiting = inState(db, 'waiting', producer)
  const oldestFirst = waiting.selectAll().orderBy('asked_at').orderBy('id')
  const [{ rows, ...paging }, oldest, sentBack, percentages] = await Promise.all([
    readPage({ page, limit }, countRows(waiting), (limit, offset) => oldestFirst.limit(limit).offset(offset).execute()),
    oldestFirst.limit(1).executeTakeFirst(),
    inState(db, 'sent back', producer).selectAll().orderBy('decided_at', 'desc').limit(MOST_SENT_BACK).execute(),
    percentagesShown(db),
  ])
  const beside = await readBeside(db, [...rows, ...sentBack])
  const changes: Change[] = []
  for (const row of rows) changes.push(await toChange(db, row, beside))
  return {
    changes,
    waitingSince: oldest ? new Date(oldest.asked_at) : null,
    sentBack: sentBack.map((row) => ({
      ...{ _id: row.id, kind: row.kind, name: nameOf(row, beside), producer: producerOf(row, beside) },
      ...{ decidedAt: new Date(row.decided_at ?? row.asked_at), message: row.message },
    })),
    languages: Object.fromEntries([...beside.producers.values()].map(({ id, language }) => [id, language])),
    percentages,
    ...paging,
  }
}

interface Beside {
  producers: ReadonlyMap<string, ProducerRow>
  products: ReadonlyMap<string, ProductRow>
  photos: ReadonlyMap<string, ProductPicture>
}

/** What changes are about, by id, and the photos that they show, by key. */
async function readBeside(db: Db, rows: readonly ChangeRow[]): Promise<Beside> {
  if (rows.length === 0) return { producers: new Map(), products: new Map(), photos: new Map() }
  const pieces = rows.flatMap(({ kind, subject }) => (kind === 'piece' ? subject : []))
  const [producers, products, photos] = await Promise.all([
    db
      .selectFrom('producers')
      .selectAll()
      .where('id', 'in', [...new Set(rows.map(({ producer_id }) => producer_id))])
      .execute(),
    pieces.length === 0 ? [] : db.selectFrom('products').selectAll().where('id', 'in', pieces).execute(),
    photosShownBy(db, rows),
  ])
  return {
    producers: new Map(producers.map((row) => [row.id, row])),
    products: new Map(products.map((row) => [row.id, row])),
    photos,
  }
}

function there<Row>(row: Row | undefined) {
  if (!row) throw new Error('a change is about what is not there')
  return row
}

const nameOf = (row: ChangeRow, { producers, products }: Beside) => {
  if (row.kind === 'new piece') return wantedPiece(row).name ?? ''
  return there(row.kind === 'piece' ? products.get(row.subject) : producers.get(row.producer_id)).name
}

function producerOf(row: ChangeRow, { producers }: Beside) {
  const { id, name, location } = there(producers.get(row.producer_id))
  return { _id: id, name, location }
}

async function toChange(db: Db, row: ChangeRow, beside: Beside): Promise<Change> {
  const fields = {
    ...{ _id: row.id, name: nameOf(row, beside), producer: producerOf(row, beside) },
    ...{ askedBy: row.asked_by_name, askedAt: new Date(row.asked_at), edition: row.edition },
  }
  if (row.kind === 'new piece')
    return { kind: row.kind, ...fields, wanted: pieceWanted(undefined, wantedPiece(row), beside.photos) }
  if (row.kind === 'page') {
    const now = pageNow(there(beside.producers.get(row.producer_id)))
    return {
      ...{ kind: row.kind, ...fields, version: pageVersion(now), now, wanted: pageWanted(now, wantedPage(row)) },
      overtakenBy: isPageOvertaken(now, beforeOf(row)) ? await lastChangedBy(db, row) : null,
    }
  }
  const product = there(beside.products.get(row.subject))
  const now = pieceNow(product)
  return {
    ...{ kind: row.kind, ...fields, product: product.id, version: product.version, now },
    isOutOfShop: product.archived === 1,
    overtakenBy: product.version === row.version ? null : await lastChangedBy(db, row),
    prices: {
      ...{ price: product.price_paise, offerPrice: product.offer_price_paise, costs: product.costs_paise },
    },
    wanted: pieceWanted(now, wantedPiece(row), beside.photos),
  }
}

export const beforeOf = ({ before }: Pick<ChangeRow, 'before'>): WantedPage =>
  before === null ? {} : WantedPage.parse(JSON.parse(before))

/** Who changed the piece or page last, since the maker sent the change; '': nobody that the activity names. */
export async function lastChangedBy(db: Db, { kind, subject, asked_at }: ChangeRow) {
  const act = await findLastAct(
    db,
    [subject],
    kind === 'page' ? ['producer.changed'] : ['product.changed', 'product.published'],
  )
  return act && act.at >= asked_at ? act.seller_email : ''
}
