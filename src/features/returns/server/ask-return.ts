import { lockAccount } from '#features/auth/server/accounts.ts'
import { orderNotFound } from '#features/orders/orders.contract.ts'
import { canWithdraw } from '#features/orders/returns.states.ts'
import { asColumns } from '#features/orders/server/line-pieces.ts'
import { recordEvent } from '#features/orders/server/order-history.ts'
import { getOrderRowOfUser, type LockedOrder, lockOrder, lockOrderOfUser } from '#features/orders/server/order-row.ts'
import { transact } from '#kernel/background.ts'
import type { Db } from '#kernel/db/database.ts'
import { databaseFailure } from '#kernel/db/failures.ts'
import type { Deps } from '#kernel/deps.ts'
import { badInput } from '#shared/app-error.ts'
import { newId } from '#shared/ids.ts'
import { type AskReturn, cannotMoveReturn, notDelivered, tooManyReturns, tooManyToReturn } from '../returns.contract.ts'
import { message } from '../returns.messages.ts'
import { readPhotos, removePhotos, storePhotos } from './return-photos.ts'
import { returnableLines } from './returnable-lines.ts'
import { mailReturn } from './returns.mails.ts'
import {
  followReturns,
  getReturn,
  getReturnRow,
  getReturnRowOfShopper,
  listReturnsOfShopper,
  markReturn,
} from './returns.service.ts'

/** Withdrawn ones count, so that nobody fills the storage by asking again. */
const MOST_OF_ORDER = 20

/** Checked before photos are read. Throws ORDER_NOT_FOUND without any order, NOT_DELIVERED when nothing has come. */
export async function checkHasGoods(db: Db, shopperId: string) {
  const orders = db.selectFrom('orders').where('user_id', '=', shopperId)
  const delivered = orders
    .innerJoin('parcels', 'parcels.order_id', 'orders.id')
    .select('orders.id')
    .where('parcels.status', '=', 'Delivered')
  if (await delivered.limit(1).executeTakeFirst()) return
  const any = await orders.select('id').limit(1).executeTakeFirst()
  throw any ? notDelivered({ name: undefined }) : orderNotFound()
}

/**
 * Throws ORDER_NOT_FOUND, BAD_INPUT, NOT_DELIVERED, NOT_RETURNABLE, TOO_LATE_TO_RETURN, TOO_MANY_TO_RETURN, TOO_MANY_RETURNS, and as `storePhotos`;
 * then nothing is left.
 */
export async function askReturn(deps: Deps, shopperId: string, input: AskReturn, files: readonly string[]) {
  // Checked before a photo is decoded; the transaction checks again.
  await checkPieces(deps, deps.db, await getOrderRowOfUser(deps.db, shopperId, input.order), input.items)
  const photos = await storePhotos(deps, files)
  const id = newId()
  try {
    await transact(deps, async (tx) => {
      await lockAccount(tx, 'user', shopperId)
      const order = await lockOrderOfUser(tx, shopperId, input.order)
      const { pieces, goods } = await checkPieces(deps, tx, order, input.items)
      const now = deps.now()
      await tx
        .insertInto('returns')
        .values({
          id,
          order_id: order.id,
          ...asColumns(pieces),
          pay_to: input.payTo ?? null,
          wish: input.wish,
          reason: input.reason,
          photos: JSON.stringify(photos),
          state: 'asked',
          answer: null,
          asked_at: now.getTime(),
          arrived_at: null,
          changed_at: now.getTime(),
          changed_by: null,
        })
        .execute()
      await recordEvent(
        tx,
        order.id,
        { actor: 'shopper' },
        message('RETURN_WAS_ASKED', { wish: input.wish, goods }),
        now,
      )
      await followReturns(deps, tx, order.id)
      await mailReturn(deps, tx, order, await getReturnRow(tx, id), { step: 'asked' })
    })
  } catch (error) {
    // The connection was lost, so the return may be saved.
    if (databaseFailure(error) !== 'away') await removePhotos(deps, photos)
    throw error
  }
  return { message: message('RETURN_ASKED'), return: await getReturn(deps.db, id, 'user') }
}

/** The pieces by line and in words. Throws as `askReturn`. */
async function checkPieces(deps: Deps, db: Db, order: LockedOrder, items: AskReturn['items']) {
  const { lines, count } = await returnableLines(deps, db, order.id)
  if (count >= MOST_OF_ORDER) throw tooManyReturns({ supportEmail: deps.config.supportEmail })
  const pieces = new Map<number, number>()
  for (const { product, quantity } of items) {
    const line = lines.find(({ product_id }) => product_id === product)
    if (!line) throw badInput({ items: message('RETURN_NOT_OF_ORDER') })
    pieces.set(line.position, (pieces.get(line.position) ?? 0) + quantity)
  }
  const asked = lines.filter(({ position }) => pieces.has(position))
  for (const { position, name, left, refusal } of asked) {
    if (refusal) throw refusal
    if ((pieces.get(position) ?? 0) > left) throw tooManyToReturn({ name, left })
  }
  return { pieces, goods: asked.map(({ position, name }) => ({ name, quantity: pieces.get(position) ?? 0 })) }
}

/** Idempotent. Throws RETURN_NOT_FOUND, CANNOT_MOVE_RETURN. */
export async function withdrawReturn(deps: Deps, shopperId: string, id: string) {
  const { order_id } = await getReturnRowOfShopper(deps.db, shopperId, id)
  const photos = await transact(deps, async (tx) => {
    await lockOrder(tx, order_id)
    const row = await getReturnRow(tx, id)
    if (row.state === 'withdrawn') return []
    if (!canWithdraw(row.state)) throw cannotMoveReturn({ what: message('RETURN_ANSWERED') })
    const now = deps.now()
    await markReturn(tx, row, { to: 'withdrawn', by: 'shopper', at: now }, { photos: '[]' })
    await recordEvent(tx, order_id, { actor: 'shopper' }, message('RETURN_WAS_WITHDRAWN', { wish: row.wish }), now)
    await followReturns(deps, tx, order_id)
    return readPhotos(row.photos)
  })
  await removePhotos(deps, photos)
  return { message: message('RETURN_WITHDRAWN'), return: await getReturn(deps.db, id, 'user') }
}

/** Newest first; of one order with what can still be returned. Throws ORDER_NOT_FOUND. */
export async function listMine(
  deps: Deps,
  shopperId: string,
  query: { order?: string | undefined; page?: number | undefined },
) {
  const list = await listReturnsOfShopper(deps.db, shopperId, query)
  if (query.order === undefined) return list
  const order = await getOrderRowOfUser(deps.db, shopperId, query.order)
  const { lines } = await returnableLines(deps, deps.db, order.id)
  const left = lines.map(({ product_id: product, name, left, refusal }) => {
    const why = refusal ?? (left === 0 ? tooManyToReturn({ name, left }) : undefined)
    return why ? { product, quantity: 0, why: deps.word(why.says ?? why) } : { product, quantity: left }
  })
  return { ...list, left }
}
