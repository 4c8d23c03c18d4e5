import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { application } from '#features/producers/testing/application.ts'
import { principalOf } from '#kernel/guard/principals.ts'
import { newId } from '#shared/ids.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { message } from '../producers.messages.ts'
import { type ProducerState, producerHappenings, producerMoves } from '../producers.states.ts'
import { moveProducer } from './move-producer.ts'
import { toColumns } from './producers.service.ts'

// Walks through the table of moves: what is not in it is refused, what is has its effect.

let shop: TestShop
let sellerId: string
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  sellerId = (await shop.db.selectFrom('sellers').select('id').executeTakeFirstOrThrow()).id
})
afterAll(() => shop.close())

/** A producer in this state, with a product. */
async function producerIn(state: ProducerState) {
  const id = newId()
  const email = `${id}@example.com`
  const hidden = state === 'suspended' ? 1 : 0
  const told = { id, ...toColumns({ ...application, specialties: ['silk'], email }), created_at: 1 }
  const isProducer = state === 'approved' || state === 'suspended'
  await shop.db
    .insertInto('producer_applications')
    .values({
      ...{ ...told, decided_at: null, decided_by: null, status: isProducer ? 'approved' : state },
      pending_email: state === 'pending' ? email : null,
    })
    .execute()
  if (isProducer)
    await shop.db
      .insertInto('producers')
      .values({ ...told, application_id: id, approved_at: 1, suspended_at: hidden ? 1 : null })
      .execute()
  const product = await shop.product({ producerId: id })
  await shop.db.updateTable('products').set({ archived: hidden, suspended: hidden }).where('id', '=', product).execute()
  return { id, email, product }
}

async function look({ id, email, product }: Awaited<ReturnType<typeof producerIn>>) {
  const { db } = shop
  const row = await db
    .selectFrom('producer_applications as application')
    .leftJoin('producers', 'producers.id', 'application.id')
    .select(['status', 'pending_email', 'suspended_at', 'producers.id as producer'])
    .where('application.id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.producer !== null).toBe(row.status === 'approved')
  const shown = await db.selectFrom('products').select('archived').where('id', '=', product).executeTakeFirstOrThrow()
  const acts = await db.selectFrom('audit_log').select(['action', 'summary']).where('subject', '=', id).execute()
  const state: ProducerState = row.suspended_at === null ? row.status : 'suspended'
  const isWaiting = row.pending_email !== null
  return { state, isWaiting, isShown: shown.archived === 0, acts, mails: (await shop.mailsTo(email)).length }
}

const states: ProducerState[] = ['pending', 'approved', 'rejected', 'suspended']
describe.each(states)('a producer that is %s', (state) => {
  it.each(producerHappenings)('and would be %s follows the table', async (happening) => {
    const { from, to, done, action, summary, said, effect } = producerMoves[happening]
    const producer = await producerIn(state)
    const before = await look(producer)
    const asked = moveProducer(shop.deps, principalOf('seller', sellerId), producer.id, happening)
    if (from === state) {
      expect((await asked).message).toEqual(message(said, { name: application.name }))
      expect(await look(producer)).toEqual({
        state: to,
        isWaiting: false,
        isShown: effect === 'products follow' ? to !== 'suspended' : before.isShown,
        acts: [{ action, summary: summary(application.name) }],
        mails: effect === 'applicant gets mail' ? 1 : 0,
      })
      return
    }
    if (done.includes(state)) await asked
    else await expect(asked).rejects.toMatchObject({ code: from === 'pending' ? 'ALREADY_DECIDED' : 'NOT_APPROVED' })
    expect(await look(producer)).toEqual(before)
  })
})
