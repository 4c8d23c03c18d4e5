import type { ExpressionBuilder, Selectable } from 'kysely'
import { recordAct } from '#features/audit/server/audit.service.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Session } from '#kernel/guard/session.ts'
import { newId } from '#shared/ids.ts'
import { suspendedAsksNothing } from '../changes.contract.ts'
import { type ChangeKind, changeMoves } from '../changes.states.ts'
import { WantedPage, WantedPiece } from '../changes.wanted.ts'
import { letGoOfPhotos, showPhotos } from './sent-photos.ts'

export type ChangeRow = Selectable<Tables['maker_changes']>

const OPEN = changeMoves['taken back'].from

export type Wish =
  | { kind: 'new piece'; subject: string; wanted: WantedPiece }
  /** `version`: of the product from which it was made. */
  | { kind: 'piece'; subject: string; wanted: WantedPiece; version: number }
  /** `before`: the same fields of the page as they are. */
  | { kind: 'page'; subject: string; wanted: WantedPage; before: WantedPage }

export interface Asking {
  who: Session
  producerId: string
  /** Of the piece, or of the producer, for the activity. */
  name: string
  at: Date
}

/**
 * Locks a producer, before products and changes: of one producer one change is written after the other, by its people and by the office.
 * Throws CHANGE_PRODUCER_SUSPENDED.
 */
export async function lockAskingProducer(tx: Tx, producerId: string) {
  const row = await lockProducer(tx, producerId)
  if (row.suspended_at !== null) throw suspendedAsksNothing()
  return { isTrusted: row.trusted === 1 }
}

const lockProducer = (tx: Tx, id: string) =>
  lockRows(
    tx,
    tx.selectFrom('producers').select(['suspended_at', 'trusted']).where('id', '=', id),
  ).executeTakeFirstOrThrow()

/** The change of a piece or page that waits or was sent back. It may be the former producer's, where the office gave the piece to another one. */
export const findOpenChange = (db: Db, subject: string): Promise<ChangeRow | undefined> =>
  db
    .selectFrom('maker_changes')
    .selectAll()
    .where('subject', '=', subject)
    .where('state', 'in', OPEN)
    .executeTakeFirst()

/** The product that a change of a piece is about is there, and is still the asking producer's. */
export const hasOwnProduct = (row: ExpressionBuilder<Tables, 'maker_changes'>) =>
  row.exists(
    row
      .selectFrom('products')
      .select('products.id')
      .whereRef('products.id', '=', 'maker_changes.subject')
      .whereRef('products.producer_id', '=', 'maker_changes.producer_id'),
  )

/** The open changes of a producer, the one that was sent last first. */
export const listOpenChanges = (db: Db, producerId: string, kinds: readonly ChangeKind[]): Promise<ChangeRow[]> =>
  db
    .selectFrom('maker_changes')
    .selectAll()
    .where('producer_id', '=', producerId)
    .where('state', 'in', OPEN)
    .where('kind', 'in', kinds)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** A change for whoever decides it, with its producer locked before it; undefined: there is none. */
export async function lockChange(tx: Tx, id: string): Promise<ChangeRow | undefined> {
  const wanted = tx.selectFrom('maker_changes').selectAll().where('id', '=', id)
  const found = await wanted.executeTakeFirst()
  if (!found) return undefined
  await lockProducer(tx, found.producer_id)
  return lockRows(tx, wanted).executeTakeFirst()
}

export const wantedPiece = ({ wanted }: Pick<ChangeRow, 'wanted'>): WantedPiece => WantedPiece.parse(JSON.parse(wanted))
export const wantedPage = ({ wanted }: Pick<ChangeRow, 'wanted'>): WantedPage => WantedPage.parse(JSON.parse(wanted))

/**
 * Writes what a maker wants, in the place of what this producer has open of the same piece or page, and lets go of photos that only that showed. A change
 * that the piece's former producer has open ends. Gives the change's id. Throws CHANGE_PRODUCER_SUSPENDED, NOT_LOGGED_IN.
 */
export async function askForChange(tx: Tx, { who, producerId, name, at }: Asking, wish: Wish) {
  await lockAskingProducer(tx, producerId)
  const { kind, subject } = wish
  const found = await findOpenChange(tx, subject)
  const open = found?.producer_id === producerId ? found : undefined
  if (found && !open) await endChange(tx, found.id)
  const id = open?.id ?? newId()
  const asked = {
    version: wish.kind === 'piece' ? wish.version : null,
    wanted: JSON.stringify(wish.wanted),
    before: wish.kind === 'page' ? JSON.stringify(wish.before) : null,
    state: 'waiting' as const,
    ...{ asked_by: who.id, asked_by_name: who.workshop?.name ?? '', asked_at: at.getTime() },
    ...{ decided_by_name: null, decided_at: null, message: '' },
  }
  if (open)
    await tx
      .updateTable('maker_changes')
      .set({ ...asked, edition: open.edition + 1 })
      .where('id', '=', id)
      .execute()
  else
    await tx
      .insertInto('maker_changes')
      .values({ id, kind, subject, producer_id: producerId, ...asked })
      .execute()
  const shown = wish.kind === 'page' ? [] : (wish.wanted.pictures ?? [])
  await showPhotos(
    tx,
    id,
    producerId,
    shown.map(({ key }) => key),
  )
  const summary = `${name}: ${open ? 'sent anew for the office to look at' : 'sent for the office to look at'}`
  await recordAct(tx, { who, action: 'change.asked', subject, summary, at })
  return id
}

/**
 * Takes back what is open of a piece or page; its photos go with it. Suspended producers may. Gives false where nothing is open. Throws NOT_LOGGED_IN.
 */
export async function takeChangeBack(tx: Tx, { who, producerId, name, at }: Asking, subject: string) {
  await lockProducer(tx, producerId)
  const open = await findOpenChange(tx, subject)
  if (open?.producer_id !== producerId) return false
  await endChange(tx, open.id)
  const summary = `${name}: taken back before the office had decided`
  await recordAct(tx, { who, action: 'change.taken-back', subject, summary, at })
  return true
}

/** How many pieces of a new one there are is changed at once, too: the office need not look at it again. Gives false where nothing is open. */
export async function setWantedStock(tx: Tx, producerId: string, subject: string, stock: number | null) {
  await lockProducer(tx, producerId)
  const open = await findOpenChange(tx, subject)
  if (open?.kind !== 'new piece' || open.producer_id !== producerId) return false
  const wanted = JSON.stringify({ ...wantedPiece(open), stock })
  await tx.updateTable('maker_changes').set({ wanted }).where('id', '=', open.id).execute()
  return true
}

/**
 * Ends a change without a decision: what is wanted is so in the shop already, or the product is gone, or another producer's now. A change that was
 * decided meanwhile stays decided.
 */
export async function endChange(tx: Tx, id: string) {
  await tx
    .updateTable('maker_changes')
    .set({ state: 'taken back' })
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .execute()
  await letGoOfPhotos(tx, id)
}
