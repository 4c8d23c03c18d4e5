import { getDocumentProxy, getMeta } from 'unpdf'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePayoutRun } from '#features/payouts/payouts.contract.ts'
import { addMaker, giveAccount, owe, prove } from '#features/payouts/testing/payouts.ts'
import { done } from '#features/second-yes/testing/done.ts'
import { newId } from '#shared/ids.ts'
import { DAY_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { setLanguage } from '../../door/door.contract.ts'
import { maker } from '../../testing/maker.ts'
import { getOwnMoney } from '../money.contract.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop(sellerSettings)
})
afterAll(() => shop.close())

it('the money of a workshop: sale by sale, due and later, its payouts and their statements, and nothing of another producer', async () => {
  const office = await shop.seller({ staysProved: true })
  const [own, other] = [await addMaker(shop, 'Matti Pottery'), await addMaker(shop, 'Noor Terracotta')]
  const [savita, imran] = [await maker(shop, office, { producer: own }), await maker(shop, office, { producer: other })]
  expect(await savita.api(getOwnMoney)).toMatchObject({ due: 0, later: 0, sales: [], payouts: [], total: 0 })
  const now = Date.now()
  await owe(shop.deps, own, 700_00, { dueAt: now - DAY_MS })
  await owe(shop.deps, own, -100_00, { dueAt: now - DAY_MS })
  await owe(shop.deps, own, 55_00, { dueAt: now + 5 * DAY_MS })
  await owe(shop.deps, other, 999_00, { dueAt: now - DAY_MS })
  expect(await savita.api(getOwnMoney)).toMatchObject({
    ...{ due: 600_00, later: 55_00, total: 3 },
    sales: [
      { kind: 'sale', amount: 55_00, state: 'later' },
      { kind: 'return', amount: -100_00, state: 'due' },
      { kind: 'sale', amount: 700_00, state: 'due' },
    ],
  })
  for (const producer of [own, other]) await giveAccount(office, producer)
  shop.setClock(new Date(now + 2 * DAY_MS))
  const again = await shop.seller({ staysProved: true })
  await prove(again)
  done(await again.api(makePayoutRun, { headers: { 'idempotency-key': newId() } }))
  const paid = await savita.api(getOwnMoney)
  expect(paid).toMatchObject({ due: 0, later: 55_00, payouts: [{ amount: 600_00, state: 'open', reference: null }] })
  expect(paid.sales.map(({ state }) => state)).toEqual(['later', 'in a payout', 'in a payout'])
  const theirs = await imran.api(getOwnMoney)
  expect(theirs).toMatchObject({ total: 1, payouts: [{ amount: 999_00 }] })
  const statementOf = (who: typeof savita, id = '') =>
    who.send({ method: 'GET', url: `/api/workshop/money/${id}/statement.pdf` })
  expect((await statementOf(savita, paid.payouts[0]?._id)).headers['content-type']).toBe('application/pdf')
  const titleOf = async () => {
    const { rawPayload } = await statementOf(savita, paid.payouts[0]?._id)
    return (await getMeta(await getDocumentProxy(Uint8Array.from(rawPayload)))).info
  }
  expect(await titleOf()).toMatchObject({ Language: 'hi-IN', Title: 'हिसाब, Matti Pottery' })
  const csvOf = (who: typeof savita, id = '') =>
    who.send({ method: 'GET', url: `/api/workshop/money/${id}/statement.csv` })
  const csv = await csvOf(savita, paid.payouts[0]?._id)
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.body).toContain('बही में नंबर')
  expect((await csvOf(savita, theirs.payouts[0]?._id)).json().code).toBe('WORKSHOP_STATEMENT_GONE')
  await savita.api(setLanguage, { body: { language: 'en' } })
  expect(await titleOf()).toMatchObject({ Language: 'en-IN', Title: 'Statement, Matti Pottery' })
  const refused = await statementOf(savita, theirs.payouts[0]?._id)
  expect([refused.statusCode, refused.json().code]).toEqual([404, 'WORKSHOP_STATEMENT_GONE'])
  const helper = await maker(shop, again, { producer: own, helper: true })
  await expect(helper.api(getOwnMoney)).rejects.toMatchObject({ code: 'NOT_FOR_HELPERS' })
})
