import type { z } from 'zod'
import { productNotFound } from '#features/catalog/catalog.contract.ts'
import { renamed } from '#features/catalog/catalog.picture-texts.ts'
import { type FactValues, factsAfter } from '#features/catalog/facts/facts.contract.ts'
import { categorySlug } from '#features/catalog/server/products.ts'
import type { WantedPiece } from '#features/changes/changes.wanted.ts'
import {
  askForChange,
  lockAskingProducer,
  setWantedStock,
  takeChangeBack,
  wantedPiece,
} from '#features/changes/server/ask-for-change.ts'
import {
  countWaitingPhotos,
  handPhotosOver,
  lockPhotos,
  MOST_WAITING_PHOTOS,
  notePhoto,
} from '#features/changes/server/sent-photos.ts'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { doOnce } from '#features/products/bulk/server/act-keys.ts'
import { editProduct } from '#features/products/edit/server/product-edits.ts'
import { imagesOf, orRemove, storePictures } from '#features/products/edit/server/product-pictures.ts'
import { productChanged } from '#features/products/seller-products.contract.ts'
import type { Row } from '#features/products/server/seller-products.service.ts'
import { setStock } from '#features/products/server/seller-products.service.ts'
import { transact } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Session } from '#kernel/guard/session.ts'
import { AppError } from '#shared/app-error.ts'
import { newId } from '#shared/ids.ts'
import { workshopOf } from '../../door/server/login.ts'
import { message } from '../../workshop.messages.ts'
import { differenceOf, splitByTrust } from '../pieces.rules.ts'
import type { addOwnPiece, changeOwnPiece } from '../products.contract.ts'
import { noChangeWaits, photoGone, pieceChanged, tooManyPhotosWait, tooManyPiecesWait } from '../products.contract.ts'
import { countNewPieces, fieldsOf, findPiece, getPiece, isTrustedProducer } from './own-pieces.ts'

/** New pieces of one producer that wait or were sent back. */
const MOST_NEW_PIECES = 100

type NewPiece = z.output<typeof addOwnPiece.body>
type Change = z.output<typeof changeOwnPiece.body>

/**
 * Stores a photo without metadata; a piece has to show it within a day. Throws WORKSHOP_TOO_MANY_PHOTOS, CHANGE_PRODUCER_SUSPENDED, UNREADABLE_PICTURE,
 * PICTURE_TOO_LARGE; then nothing is left.
 */
export async function sendPhoto(deps: Deps, session: Session, file: string) {
  const { id } = workshopOf(session).producer
  await deps.db.transaction().execute((tx) => lockAskingProducer(tx, id))
  if ((await countWaitingPhotos(deps.db, id)) >= MOST_WAITING_PHOTOS) throw tooManyPhotosWait()
  const stored = imagesOf(await storePictures(deps, [file], ''))
  return orRemove(deps, stored, async () => {
    const [picture] = stored
    if (!picture) throw photoGone({ photos: [] })
    await notePhoto(deps.db, id, picture, deps.now())
    return { _id: picture.key, picture }
  })
}

/** With a key once. Throws WORKSHOP_PHOTO_GONE, WORKSHOP_TOO_MANY_PIECES, CHANGE_PRODUCER_SUSPENDED, KEY_REUSED. */
export async function addPiece(deps: Deps, session: Session, sent: NewPiece, key: string | undefined) {
  const add = (tx: Tx) => askForNewPiece(tx, deps, session, sent)
  const { producer } = workshopOf(session)
  const id = await transact(deps, async (tx) =>
    key === undefined
      ? add(tx)
      : doOnce(tx, { key: `workshop ${producer.id} ${key}`, content: sent, part: 0, at: deps.now() }, () => add(tx)),
  )
  return { message: message('WORKSHOP_PIECE_SENT'), piece: await getPiece(deps, session, String(id)) }
}

async function askForNewPiece(tx: Tx, { now }: Deps, session: Session, { pictures: keys, ...typed }: NewPiece) {
  const { producer } = workshopOf(session)
  const { id: producerId } = producer
  await lockAskingProducer(tx, producerId)
  if ((await countNewPieces(tx, producerId)) >= MOST_NEW_PIECES) throw tooManyPiecesWait()
  const photos = await lockPhotos(tx, { producerId, keys })
  const wanted = {
    ...{ name: typed.name, category: typed.category, description: typed.description ?? [] },
    facts: factsAfter({}, typed.facts ?? {}),
    pictures: named(arranged(keys, photos), '', typed.name),
    ...{ makerPrice: typed.makerPrice, stock: typed.stock ?? null },
  }
  const subject = newId()
  await askForChange(
    tx,
    { who: session, producerId, name: typed.name, at: now() },
    { kind: 'new piece', subject, wanted },
  )
  return subject
}

/** Pictures in the order of their keys, each once. Throws WORKSHOP_PHOTO_GONE. */
function arranged(keys: readonly string[], pictures: readonly ProductPicture[]) {
  const wanted = [...new Set(keys)]
  const there = wanted.flatMap((key) => pictures.find((one) => one.key === key) ?? [])
  const photos = wanted.filter((key) => !there.some((picture) => picture.key === key))
  if (photos.length > 0) throw photoGone({ photos })
  return there
}

/** A photo has no text of its own: the name is read out. */
const named = (pictures: readonly ProductPicture[], before: string, name: string) => renamed(pictures, before, name)

/**
 * Of a trusted producer all but the maker's price acts at once; else it waits for the office, in place of what waited. Throws PRODUCT_NOT_FOUND,
 * WORKSHOP_PIECE_CHANGED, WORKSHOP_PHOTO_GONE, CHANGE_PRODUCER_SUSPENDED, FACTS_MISSING, BAD_INPUT.
 */
export async function changePiece(deps: Deps, session: Session, id: string, { version, ...sent }: Change) {
  const { producer } = workshopOf(session)
  const seen = await findPiece(deps.db, producer.id, id)
  if (version !== undefined && seen.row && seen.row.version !== version) throw pieceChanged()
  const isTrusted = await isTrustedProducer(deps.db, producer.id)
  const said =
    seen.row && isTrusted
      ? await changeAtOnce(deps, session, seen.row, sent)
      : await askAgain(deps, session, id, seen.row, sent)
  return { message: message(said), piece: await getPiece(deps, session, id) }
}

type Sent = Omit<Change, 'version'>

/** All that a piece is to be, with what was wanted of it before, and the photos among its pictures. */
async function wantedAfter(db: Db, producerId: string, id: string, { pictures: keys, facts, ...typed }: Sent) {
  const { row, change } = await findPiece(db, producerId, id)
  const before = change ? wantedPiece(change) : {}
  const now = fieldsOf(row, before)
  const photos = keys ? await lockPhotos(db, { producerId, changeId: change?.id, keys }) : []
  const name = typed.name ?? now.name
  const known = [...now.pictures, ...(row ? fieldsOf(row, {}).pictures : []), ...photos]
  const wanted: WantedPiece = {
    ...before,
    ...typed,
    ...(facts ? { facts: factsAfter(now.facts, facts) } : {}),
    ...(keys || name !== now.name
      ? { pictures: named(keys ? arranged(keys, known) : now.pictures, now.name, name) }
      : {}),
  }
  return { row, change, wanted }
}

/** Another edition of what waits, or what waits for the first time. */
async function askAgain(deps: Deps, session: Session, id: string, seen: Row | undefined, sent: Sent) {
  const { producer } = workshopOf(session)
  return transact(deps, async (tx) => {
    await lockAskingProducer(tx, producer.id)
    const { row, change, wanted } = await wantedAfter(tx, producer.id, id, sent)
    if (row?.version !== seen?.version) throw pieceChanged()
    const asking = { who: session, producerId: producer.id, name: fieldsOf(row, wanted).name, at: deps.now() }
    if (!row) {
      await askForChange(tx, asking, { kind: 'new piece', subject: id, wanted })
      return 'WORKSHOP_PIECE_SENT'
    }
    const different = differenceOf(fieldsOf(row, {}), wanted)
    if (Object.keys(different).length > 0) {
      await askForChange(tx, asking, { kind: 'piece', subject: id, version: row.version, wanted: different })
      return 'WORKSHOP_PIECE_SENT'
    }
    if (change) await takeChangeBack(tx, asking, id)
    return 'WORKSHOP_PIECE_SAME'
  })
}

/** What is different is so in the shop at once, but for the maker's price, which waits. */
async function changeAtOnce(deps: Deps, session: Session, row: Row, sent: Sent) {
  const { producer } = workshopOf(session)
  const { change, wanted } = await wantedAfter(deps.db, producer.id, row.id, sent)
  const now = fieldsOf(row, {})
  const { atOnce, waits } = splitByTrust(differenceOf(now, wanted))
  if (Object.keys(atOnce).length === 0) return askAgain(deps, session, row.id, row, sent)
  const { name, category, description, pictures, facts } = atOnce
  const photos = (pictures ?? []).filter(({ key }) => !now.pictures.some((picture) => picture.key === key))
  const isPriceWaiting = Object.keys(waits).length > 0

  async function before(tx: Tx) {
    const { isTrusted } = await lockAskingProducer(tx, producer.id)
    if (!isTrusted) throw pieceChanged()
    const asking = { who: session, producerId: producer.id, name: wanted.name ?? now.name, at: deps.now() }
    if (isPriceWaiting)
      await askForChange(tx, asking, { kind: 'piece', subject: row.id, version: row.version + 1, wanted: waits })
    else if (change) await takeChangeBack(tx, asking, row.id)
    // Those that an open change showed are let go of by now.
    const keys = photos.map(({ key }) => key)
    arranged(keys, await lockPhotos(tx, { producerId: producer.id, keys }))
    await handPhotosOver(tx, keys)
  }

  const data = {
    ...{ name, description, version: row.version },
    ...(category === undefined ? {} : { category: categorySlug(category) }),
    ...(facts ? { facts: withoutOthers(now.facts, facts) } : {}),
    ...(pictures ? { images: pictures.map(({ key }) => key) } : {}),
  }
  await editProduct({ deps, who: session }, row.id, data, [], { stored: photos, before }).catch((error) => {
    throw error instanceof AppError && error.code === productChanged.code ? pieceChanged() : error
  })
  return isPriceWaiting ? 'WORKSHOP_PRICE_SENT' : 'WORKSHOP_PIECE_SAVED'
}

/** Facts that are not stated any more are taken away. */
const withoutOthers = (now: FactValues, wanted: FactValues) => ({
  ...Object.fromEntries(Object.keys(now).map((name) => [name, null])),
  ...wanted,
})

/** At once, of a suspended producer too. Throws PRODUCT_NOT_FOUND, STOCK_IN_BATCHES. */
export async function setPieceStock(deps: Deps, session: Session, id: string, stock: number) {
  const { producer } = workshopOf(session)
  const { row } = await findPiece(deps.db, producer.id, id)
  if (row) await setStock(deps, session, { id, inStock: stock > 0, stock })
  else if (!(await transact(deps, (tx) => setWantedStock(tx, producer.id, id, stock)))) throw productNotFound()
  return { message: message('WORKSHOP_STOCK_SAVED', { stock }), piece: await getPiece(deps, session, id) }
}

/** Throws PRODUCT_NOT_FOUND, WORKSHOP_NO_CHANGE. */
export async function takePieceBack(deps: Deps, session: Session, id: string) {
  const { producer } = workshopOf(session)
  await transact(deps, async (tx) => {
    const { row, change } = await findPiece(tx, producer.id, id)
    const { name } = fieldsOf(row, change ? wantedPiece(change) : {})
    const asking = { who: session, producerId: producer.id, name, at: deps.now() }
    if (!change || !(await takeChangeBack(tx, asking, id))) throw noChangeWaits()
  })
  return { message: message('WORKSHOP_PIECE_TAKEN_BACK') }
}
