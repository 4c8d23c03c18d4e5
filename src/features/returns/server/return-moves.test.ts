import { afterAll, describe, expect, it } from 'vitest'
import { getSellerOrder } from '#features/orders/orders.contract.ts'
import { findReturnMove, type ReturnState, returnStates } from '#features/orders/returns.states.ts'
import { stockOf } from '#features/orders/testing/order.ts'
import { ask, photo, returnShop } from '../testing/returns.ts'

// Walks through the table: what is not in it is refused, what is has all its effects.

const { shop, seller, shopper, delivered, move } = await returnShop()
afterAll(() => shop.close())

/** One piece of ten that a shopper asks to return, in this state. */
async function returnIn(state: ReturnState) {
  const order = await delivered()
  const answer = await ask(shopper, { order: order.id, items: order.items(1) }, [await photo()])
  const id = String(answer.json().return._id)
  const came = state === 'asked' || state === 'accepted' ? {} : { came: '{"0":1}', broken: '{}' }
  await shop.db
    .updateTable('returns')
    .set({ state, ...came })
    .where('id', '=', id)
    .execute()
  return { id, order }
}

async function look({ id, order }: Awaited<ReturnType<typeof returnIn>>) {
  const { state, photos } = await shop.db
    .selectFrom('returns')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { history, refunded } = (await seller.api(getSellerOrder, { params: { id: order.id } })).order
  return {
    ...{ state, hasPhotos: photos !== '[]', events: history.length, refunded },
    stock: (await stockOf(shop, order.product)).stock,
    mails: (await shop.mailsTo(shopper.email)).map(({ subject }) => subject),
  }
}

const targets = ['accepted', 'declined', 'arrived', 'damaged', 'closed'] as const
const cells = returnStates.flatMap((from) => targets.map((to) => ({ from, to })))

describe('the seller', () => {
  it.each(cells.filter(({ from, to }) => from !== to))(
    'takes a return that is $from to $to as the table says',
    async (cell) => {
      const { from, to } = cell
      const one = await returnIn(from)
      const before = await look(one)
      const payload = {
        to,
        message: 'So be it',
        ...(to === 'closed' ? { method: 'upi', reference: `UPI ${from}` } : {}),
      }
      const answer = await move(one.id, payload)
      const row = findReturnMove(from, to, 'seller')
      const after = await look(one)
      if (!row) {
        expect([answer.statusCode, answer.json().code]).toEqual([409, 'CANNOT_MOVE_RETURN'])
        return expect(after).toEqual(before)
      }
      expect(answer.statusCode).toBe(200)
      const isSettled = row.effects.includes('goods settled')
      const isMadeGood = row.effects.includes('made good')
      const said = { accepted: / is accepted$/, declined: /return for order #\d+$/, arrived: / has arrived$/ }
      expect(after).toMatchObject({
        ...{ state: to, hasPhotos: true },
        stock: (before.stock ?? 0) + (isSettled && to === 'arrived' ? 1 : 0),
        refunded: isMadeGood ? 102_00 : 0,
      })
      // One about the step, and one about money that goes back.
      expect(after.mails).toHaveLength(before.mails.length + (row.mail ? 1 : 0) + (isMadeGood ? 1 : 0))
      if (row.mail) expect(after.mails.at(-1)).toMatch(said[row.mail])
      expect(after.events).toBeGreaterThan(before.events)
    },
  )
})

describe('the shopper', () => {
  it.each(returnStates)('withdraws a return that is %s as the table says', async (from) => {
    const one = await returnIn(from)
    const before = await look(one)
    const answer = await shopper.send({ method: 'POST', url: `/api/return/${one.id}/withdraw` })
    const row = findReturnMove(from, 'withdrawn', 'shopper')
    if (row) {
      expect(answer.statusCode).toBe(200)
      expect(await look(one)).toEqual({ ...before, state: 'withdrawn', hasPhotos: false, events: before.events + 1 })
      expect(row.effects).toEqual(['photos removed'])
    } else {
      expect(answer.statusCode).toBe(from === 'withdrawn' ? 200 : 409)
      expect(await look(one)).toEqual(before)
    }
  })
})
