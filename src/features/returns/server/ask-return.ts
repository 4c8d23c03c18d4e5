import { lockAccount } from '#features/auth/server/accounts.ts'
import { isInTimeToReturn, lastReturnDay } from '#features/catalog/catalog.returns.ts'
import { canWithdraw } from '#features/orders/returns.states.ts'
import { recordEvent } from '#features/orders/server/order-history.ts'
import { getOrderRowOfUser, type LockedOrder, lockOrder, lockOrderOfUser } from '#features/orders/server/order-row.ts'
import { transact } from '#kernel/background.ts'
import type { Db } from '#kernel/db/database.ts'
import { databaseFailure } from '#kernel/db/failures.ts'
import type { Deps } from '#kernel/deps.ts'
import { badInput } from '#shared/app-error.ts'
import { MONTH_DAY, readDay } from '#shared/day.ts'
import { newId } from '#shared/ids.ts'
import {
  type AskReturn,
  cannotMoveReturn,
  notDelivered,
  notReturnable,
  tooLateToReturn,
  tooManyReturns,
  tooManyToReturn,
} from '../returns.contract.ts'
import { readPhotos, removePhotos, storePhotos } from './return-photos.ts'
import { mailReturn } from './returns.mails.ts'
import { followReturns, getReturn, getReturnRow, getReturnRowOfShopper, heldPieces } from './returns.service.ts'

/** Of one order, with those that were withdrawn: nobody can fill the storage by asking again and again. */
const MOST_OF_ORDER = 20

/**
 * The shopper asks to return pieces of an order. Throws ORDER_NOT_FOUND, BAD_INPUT, NOT_DELIVERED, NOT_RETURNABLE, TOO_LATE_TO_RETURN,
 * TOO_MANY_TO_RETURN, TOO_MANY_RETURNS, and as `storePhotos`; then nothing is left.
 */
export async function askReturn(deps: Deps, shopperId: string, input: AskReturn, files: readonly string[]) {
  // Refused before a photo is decoded; the transaction checks again.
  await checkPieces(deps, deps.db, await getOrderRowOfUser(deps.db, shopperId, input.order), input.items)
  const photos = await storePhotos(deps, files)
  const id = newId()
  try {
    await transact(deps, async (tx) => {
      await lockAccount(tx, 'user', shopperId)
      const order = await lockOrderOfUser(tx, shopperId, input.order)
      const { pieces, summary } = await checkPieces(deps, tx, order, input.items)
      const now = deps.now()
      await tx
        .insertInto('returns')
        .values({
          id,
          order_id: order.id,
          quantities: JSON.stringify(Object.fromEntries(pieces)),
          wish: input.wish,
          reason: input.reason,
          photos: JSON.stringify(photos),
          state: 'asked',
          answer: null,
          refund_id: null,
          asked_at: now.getTime(),
          arrived_at: null,
          changed_at: now.getTime(),
          changed_by: null,
        })
        .execute()
      await recordEvent(tx, order.id, { actor: 'shopper' }, `${askedFor[input.wish]} asked for: ${summary}`, now)
      await followReturns(deps, tx, order.id)
      await mailReturn(deps, tx, order, await getReturnRow(tx, id), { step: 'asked' })
    })
  } catch (error) {
    // The connection was lost: it may have been saved.
    if (databaseFailure(error) !== 'away') await removePhotos(deps, photos)
    throw error
  }
  return { message: 'We have your return, and write to you soon', return: await getReturn(deps.db, id, 'user') }
}

const askedFor = { refund: 'Return', exchange: 'Exchange' } as const

const day = (text: string | undefined) => (text === undefined ? undefined : MONTH_DAY.format(readDay(text)))

/** The pieces by their lines, and in words. Throws as `askReturn`. */
async function checkPieces(deps: Deps, db: Db, order: LockedOrder, items: AskReturn['items']) {
  const { returnDays, supportEmail } = deps.config
  const [lines, { held, refundedFor, count }] = await Promise.all([
    db
      .selectFrom('order_lines')
      .leftJoin('parcels', (join) =>
        join.onRef('parcels.order_id', '=', 'order_lines.order_id').onRef('parcels.number', '=', 'order_lines.parcel'),
      )
      .select(['position', 'product_id', 'name', 'quantity', 'refunded', 'returnable'])
      .select(['parcels.status as parcel_status', 'parcels.delivered_at'])
      .where('order_lines.order_id', '=', order.id)
      .execute(),
    heldPieces(db, order.id),
  ])
  if (count >= MOST_OF_ORDER) throw tooManyReturns(supportEmail)
  const pieces = new Map<number, number>()
  for (const { product, quantity } of items) {
    const line = lines.find(({ product_id }) => product_id === product)
    if (!line) throw badInput({ items: 'One of these products is not in this order' })
    pieces.set(line.position, (pieces.get(line.position) ?? 0) + quantity)
  }
  const asked = lines.filter(({ position }) => pieces.has(position))
  for (const { position, name, quantity, refunded, returnable, parcel_status, delivered_at } of asked) {
    if (parcel_status !== 'Delivered' || delivered_at === null) throw notDelivered(name)
    if (returnable === 0) throw notReturnable(name, supportEmail)
    const delivered = new Date(delivered_at)
    if (!isInTimeToReturn(delivered, returnDays, deps.now()))
      throw tooLateToReturn(name, day(lastReturnDay(delivered, returnDays)), supportEmail)
    // Of what was refunded, some was for a return that is counted already.
    const otherwise = Math.max(0, refunded - (refundedFor.get(position) ?? 0))
    const left = Math.max(0, quantity - (held.get(position) ?? 0) - otherwise)
    if ((pieces.get(position) ?? 0) > left) throw tooManyToReturn(name, left)
  }
  return { pieces, summary: asked.map(({ position, name }) => `${pieces.get(position)} × ${name}`).join(', ') }
}

/** Until the shop has answered; again changes nothing. Throws RETURN_NOT_FOUND, CANNOT_MOVE_RETURN. */
export async function withdrawReturn(deps: Deps, shopperId: string, id: string) {
  const { order_id } = await getReturnRowOfShopper(deps.db, shopperId, id)
  const photos = await transact(deps, async (tx) => {
    await lockOrder(tx, order_id)
    const row = await getReturnRow(tx, id)
    if (row.state === 'withdrawn') return []
    if (!canWithdraw(row.state)) throw cannotMoveReturn('The shop has answered meanwhile, so this return stands')
    const now = deps.now()
    await tx
      .updateTable('returns')
      .set({ state: 'withdrawn', photos: '[]', changed_at: now.getTime(), changed_by: null })
      .where('id', '=', id)
      .execute()
    await recordEvent(tx, order_id, { actor: 'shopper' }, `${askedFor[row.wish]} withdrawn`, now)
    await followReturns(deps, tx, order_id)
    return readPhotos(row.photos)
  })
  await removePhotos(deps, photos)
  return { message: 'The return is withdrawn. You keep what you have', return: await getReturn(deps.db, id, 'user') }
}
