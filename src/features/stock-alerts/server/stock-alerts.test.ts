import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { batchFor, productInBatches } from '#features/catalog/batches/testing/batches.ts'
import {
  askStockAlert,
  confirmStockAlert,
  MAX_ALERTS,
  stopStockAlerts,
} from '#features/catalog/stock-alerts.contract.ts'
import { newsletterEn } from '#features/newsletter/newsletter.words.en.ts'
import { cancelOrder } from '#features/orders/orders.contract.ts'
import { getImport } from '#features/products/product-imports.contract.ts'
import { archiveProduct, setStock } from '#features/products/seller-products.contract.ts'
import { productForm } from '#features/products/testing/product-form.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { deleteOldAlerts, STOCK_ALERTS } from './stock-alerts.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
})
afterAll(() => shop.close())
afterEach(() => shop.setClock(undefined))

type Browser = Pick<ReturnType<TestShop['browser']>, 'api'>
let people = 0
const newEmail = () => {
  people += 1
  return `waiting${people}@example.com`
}
const soldOut = (name = 'Blue Bowl') => shop.product({ name, inStock: false })
const ask = (id: string, email?: string, browser: Browser = shop.browser(), at = shop) =>
  at === shop
    ? browser.api(askStockAlert, { params: { id }, body: email === undefined ? {} : { email } })
    : at.browser().api(askStockAlert, { params: { id }, body: { email } })

async function confirmedShopper() {
  const shopper = await shop.shopper()
  await shop.db.updateTable('users').set({ email_confirmed_at: 1 }).where('id', '=', shopper.user._id).execute()
  return shopper
}
/** Mails about products, without those of accounts and orders. */
async function mailsTo(email: string, at = shop) {
  await at.deps.jobs.run(STOCK_ALERTS)
  return (await at.mailsTo(email)).filter(({ text_body }) => text_body.includes('/back-in-stock/'))
}
async function tokenFor(email: string) {
  const mail = (await mailsTo(email)).at(-1)
  return /\/back-in-stock\/confirm\?token=([\w-]+)/.exec(mail?.text_body ?? '')?.[1] ?? ''
}
const comeBack = (id: string) => seller.api(setStock, { body: { id, inStock: true } })
const sell = (id: string) => seller.api(setStock, { body: { id, inStock: false } })
const wishesOf = (email: string) => shop.db.selectFrom('stock_alerts').selectAll().where('email', '=', email).execute()

describe('a visitor who waits for a product', () => {
  it('confirms the address, and is told once when it is back', async () => {
    const [id, email] = [await soldOut(), newEmail()]
    const { message } = await ask(id, email)
    expect(message).toMatch(/^We will write to you once Blue Bowl is back/)
    const [asked] = await mailsTo(email)
    expect(asked?.subject).toBe('When it is back: Blue Bowl')
    await shop.browser().api(confirmStockAlert, { body: { token: await tokenFor(email) } })
    expect(await mailsTo(email)).toHaveLength(1)
    await comeBack(id)
    const [, told] = await mailsTo(email)
    expect(told?.subject).toBe('Back in stock: Blue Bowl')
    expect(told?.text_body).toContain(`http://localhost:3000/products/pottery-ceramics/${id}`)
    expect(JSON.parse(told?.headers ?? '{}')).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
    await sell(id)
    await comeBack(id)
    expect(await mailsTo(email)).toHaveLength(2)
  })

  it('is not written to about the product before the address is confirmed', async () => {
    const [id, email] = [await soldOut(), newEmail()]
    await ask(id, email)
    await comeBack(id)
    expect(await mailsTo(email)).toHaveLength(1)
    await shop.browser().api(confirmStockAlert, { body: { token: await tokenFor(email) } })
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
      'When it is back: Blue Bowl',
      'Back in stock: Blue Bowl',
    ])
  })

  it('gets the same answer, whether the address is known, confirmed, somebody’s account or new', async () => {
    const [id, known, shopper] = [await soldOut(), newEmail(), await confirmedShopper()]
    await ask(id, known)
    await shop.browser().api(confirmStockAlert, { body: { token: await tokenFor(known) } })
    const answers = await Promise.all([known, shopper.email, newEmail()].map((email) => ask(id, email)))
    expect(new Set(answers.map(({ message }) => message)).size).toBe(1)
    expect(await wishesOf(shopper.email)).toMatchObject([{ confirmed_at: null, account_id: null }])
    expect(await wishesOf(known)).toHaveLength(1)
  })

  it('asks anew after it was answered, and confirms anew', async () => {
    const [id, email] = [await soldOut(), newEmail()]
    await ask(id, email)
    await shop.browser().api(confirmStockAlert, { body: { token: await tokenFor(email) } })
    await comeBack(id)
    expect(await mailsTo(email)).toHaveLength(2)
    await sell(id)
    await ask(id, email)
    expect(await wishesOf(email)).toMatchObject([{ confirmed_at: null, sent_at: null }])
    await comeBack(id)
    expect((await mailsTo(email)).map(({ subject }) => subject.slice(0, 7))).toEqual(['When it', 'Back in', 'When it'])
  })

  it('stops all such mails by the link in any of them, and says so only then', async () => {
    const [one, two, email] = [await soldOut(), await soldOut(), newEmail()]
    await ask(one, email)
    await ask(two, email)
    const token = await tokenFor(email)
    const stop = (token: string) => shop.browser().api(stopStockAlerts, { body: { token } })
    expect((await stop(token.slice(0, -1))).message).toBe(newsletterEn.NOTHING_TO_END)
    expect(await wishesOf(email)).toHaveLength(2)
    expect((await stop(token)).message).toMatch(/^We write no more/)
    expect(await wishesOf(email)).toEqual([])
    expect((await stop(token)).message).toBe(newsletterEn.NOTHING_TO_END)
    await expect(shop.browser().api(confirmStockAlert, { body: { token } })).rejects.toMatchObject({ status: 404 })
  })
})

describe('a shopper with a confirmed address', () => {
  it('has nothing to type and nothing to confirm; several products come in one mail', async () => {
    const [one, two, shopper] = [await soldOut('Oil Lamp'), await soldOut('Tea Set'), await confirmedShopper()]
    expect((await ask(one, undefined, shopper)).message).toBe(`We will write to ${shopper.email} once Oil Lamp is back`)
    await ask(two, shopper.email, shopper)
    expect(await mailsTo(shopper.email)).toEqual([])
    await shop.db.updateTable('products').set({ in_stock: 1 }).where('id', 'in', [one, two]).execute()
    const mails = await mailsTo(shopper.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ subject: 'Back in stock', account_id: shopper.user._id })
    expect(mails[0]?.text_body).toContain('Oil Lamp')
    expect(mails[0]?.text_body).toContain('Tea Set')
  })

  it('confirms another address like everybody else', async () => {
    const [id, shopper, email] = [await soldOut(), await confirmedShopper(), newEmail()]
    await ask(id, email, shopper)
    expect(await wishesOf(email)).toMatchObject([{ confirmed_at: null, account_id: null }])
  })

  it(`waits for at most ${MAX_ALERTS} products`, async () => {
    const shopper = await confirmedShopper()
    const ids = await Promise.all(Array.from({ length: MAX_ALERTS + 1 }, () => soldOut()))
    const last = ids.pop() ?? ''
    for (const id of ids) await ask(id, undefined, shopper)
    await expect(ask(last, undefined, shopper)).rejects.toMatchObject({ status: 409, code: 'TOO_MANY_ALERTS' })
    expect(await wishesOf(shopper.email)).toHaveLength(MAX_ALERTS)
    // Somebody else learns nothing of it, and cannot add to it by a link either.
    await ask(last, shopper.email)
    const [stranger] = (await wishesOf(shopper.email)).filter(({ confirmed_at }) => confirmed_at === null)
    const confirming = shop.browser().api(confirmStockAlert, { body: { token: stranger?.token ?? '' } })
    await expect(confirming).rejects.toMatchObject({ status: 409, code: 'TOO_MANY_ALERTS' })
  })

  it('keeps all places, however many wishes strangers ask for with the same address', async () => {
    const shopper = await confirmedShopper()
    const ids = await Promise.all(Array.from({ length: MAX_ALERTS + 2 }, () => soldOut()))
    for (const id of ids) await ask(id, shopper.email)
    expect(await wishesOf(shopper.email)).toHaveLength(MAX_ALERTS)
    const [first = '', last = ''] = [ids.at(0), ids.at(-1)]
    for (const id of [first, last]) await ask(id, undefined, shopper)
    const own = (await wishesOf(shopper.email)).filter(({ account_id }) => account_id === shopper.user._id)
    expect(own.map(({ product_id }) => product_id).toSorted()).toEqual([first, last].toSorted())
  })

  it('takes the wishes along when the account goes, and finds them in the download', async () => {
    const [id, shopper] = [await soldOut('Copper Jug'), await confirmedShopper()]
    await ask(id, undefined, shopper)
    const download = (await shopper.send({ method: 'GET', url: '/api/user/data' })).json()
    expect(download.waitingFor).toMatchObject([{ product: 'Copper Jug', toldAt: null }])
    const payload = { currentPassword: 'a good password' }
    const answer = await shopper.send({ method: 'POST', url: '/api/user/delete', payload })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await wishesOf(shopper.email)).toEqual([])
  })
})

describe('a product is back', () => {
  async function waiting(id: string) {
    const shopper = await confirmedShopper()
    await ask(id, undefined, shopper)
    return shopper.email
  }
  /** The job runs by itself. */
  const isTold = (email: string) =>
    vi.waitFor(
      async () => {
        const mails = (await shop.mailsTo(email)).filter(({ subject }) => subject.startsWith('Back in stock'))
        expect(mails).toHaveLength(1)
      },
      { timeout: 20_000 },
    )

  it('when it is counted again', async () => {
    const id = await shop.product({ stock: 0 })
    const email = await waiting(id)
    const form = await productForm({ stock: 3 })
    await seller.send({ method: 'PATCH', url: `/api/product/${id}`, ...form })
    await isTold(email)
  })

  it('when it is switched on', async () => {
    const id = await soldOut()
    const email = await waiting(id)
    await comeBack(id)
    await isTold(email)
  })

  it('when an import brings pieces', async () => {
    const id = await shop.product({ stock: 0 })
    const email = await waiting(id)
    const payload = `id,name,category,price,offerPrice,stock,inStock\n${id},Bowl,Pottery-Ceramics,20,20,5,yes`
    const headers = { 'content-type': 'text/csv' }
    const begun = await seller.send({ method: 'POST', url: '/api/product/import', headers, payload })
    await vi.waitFor(
      async () => {
        const { import: found } = await seller.api(getImport, { params: { id: begun.json().import._id } })
        expect(found.state).toBe('done')
      },
      { timeout: 20_000 },
    )
    await isTold(email)
  })

  it('when an order is cancelled that had taken the last piece', async () => {
    const [id, buyer] = [await shop.product({ stock: 1 }), await shop.shopper()]
    const payload = { items: [{ product: id, quantity: 1 }], address: buyer.address._id }
    const { orderId } = (await buyer.send({ method: 'POST', url: '/api/order/cod', payload })).json()
    const email = await waiting(id)
    await buyer.api(cancelOrder, { params: { id: orderId } })
    await isTold(email)
  })

  it('but nobody is told where all of it went past its date since, though no job had counted it yet', async () => {
    const wait = async () => {
      const id = await productInBatches(shop, [batchFor(shop, 2, 'only', 1)])
      await shop.db.updateTable('products').set({ in_stock: 0 }).where('id', '=', id).execute()
      const shopper = await confirmedShopper()
      await ask(id, undefined, shopper)
      await shop.db.updateTable('products').set({ in_stock: 1 }).where('id', '=', id).execute()
      return shopper.email
    }
    const told = await wait()
    expect(await mailsTo(told)).toHaveLength(1)
    const waits = await wait()
    shop.setClock(new Date(Date.now() + 3 * DAY_MS))
    expect(await mailsTo(waits)).toEqual([])
  })
})

describe('a wish is refused', () => {
  it('for a product that is in stock, gone or unknown', async () => {
    const [there, gone] = [await shop.product(), await soldOut()]
    await seller.api(archiveProduct, { params: { id: gone } })
    await expect(ask(there, newEmail())).rejects.toMatchObject({ status: 409, code: 'PRODUCT_IS_BACK' })
    for (const id of [gone, 'unknown']) await expect(ask(id, newEmail())).rejects.toMatchObject({ status: 404 })
  })

  it.each(['', 'meera', 'a@b.in\r\nBcc: x@y.in', 7, null, undefined])('with the address %j', async (email) => {
    const id = await soldOut()
    const answer = await shop.request({ method: 'POST', url: `/api/product/${id}/alert`, payload: { email } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ success: false, fields: { email: expect.any(String) } })
    expect(await shop.db.selectFrom('stock_alerts').select('token').where('product_id', '=', id).execute()).toEqual([])
  })
})

describe('mails to one address', () => {
  it('that ask for confirmation are at most three an hour; the answer stays the same', async () => {
    const strict = await testShop({ RATE_LIMIT: 'on' })
    const ids = await Promise.all(Array.from({ length: 5 }, () => strict.product({ inStock: false })))
    const answers = []
    for (const id of ids) answers.push(await ask(id, 'victim@example.com', undefined, strict))
    expect(new Set(answers.map(({ message }) => message)).size).toBe(1)
    expect(await mailsTo('victim@example.com', strict)).toHaveLength(3)
    await strict.close()
  })

  it('about what is back are at most three an hour; the rest is told later, nothing is lost', async () => {
    const strict = await testShop({ RATE_LIMIT: 'on' })
    const at = Date.now()
    const told = () => mailsTo('keen@example.com', strict)
    const backs = async (count: number) => {
      for (let turn = 0; turn < count; turn++) {
        const id = await strict.product()
        const wish = {
          email: 'keen@example.com',
          account_id: null,
          asked_at: at,
          confirmed_at: at,
          due_at: at,
          sent_at: null,
        }
        await strict.db
          .insertInto('stock_alerts')
          .values({ ...wish, token: id, product_id: id })
          .execute()
        await told()
      }
    }
    strict.setClock(new Date(at))
    await backs(5)
    expect(await told()).toHaveLength(3)
    strict.setClock(new Date(at + HOUR_MS + 1000))
    expect(await told()).toHaveLength(4)
    expect(await strict.db.selectFrom('stock_alerts').select('token').where('sent_at', 'is', null).execute()).toEqual(
      [],
    )
    await strict.close()
  })
})

it('what nobody confirmed goes after a week, what was answered after a month; what waits stays', async () => {
  const [id, shopper, email] = [await soldOut(), await confirmedShopper(), newEmail()]
  await ask(id, undefined, shopper)
  await ask(id, email)
  const now = Date.now()
  shop.setClock(new Date(now + 8 * DAY_MS))
  await deleteOldAlerts(shop.deps)
  expect(await wishesOf(email)).toEqual([])
  expect(await wishesOf(shopper.email)).toHaveLength(1)
  shop.setClock(undefined)
  await comeBack(id)
  await mailsTo(shopper.email)
  shop.setClock(new Date(now + 31 * DAY_MS))
  await deleteOldAlerts(shop.deps)
  expect(await wishesOf(shopper.email)).toEqual([])
})
