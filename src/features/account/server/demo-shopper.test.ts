import { afterEach, expect, it } from 'vitest'
import { startNotes } from '#app/start-notes.ts'
import { listAddresses } from '#features/addresses/addresses.contract.ts'
import { login } from '#features/auth/auth.contract.ts'
import { isCommonPassword } from '#features/auth/server/common-passwords.ts'
import { hashPassword } from '#features/auth/server/passwords.ts'
import { moveOrder } from '#features/orders/seller-orders.contract.ts'
import { demoShopper } from '#kernel/config.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { ensureDemoShopper, removeDemoShopper } from './demo-shopper.ts'

const printed = 'Shopper login: shopper@haat.example / haat-demo-shopper (demo)'
const { email, password } = demoShopper

let shop: TestShop
afterEach(() => shop.close())

async function open(settings: Record<string, string> = {}) {
  shop = await testShop({ DEMO: 'catalogue', ...settings })
  await ensureDemoShopper(shop.deps)
}
const logIn = async () => {
  const own = shop.browser()
  await own.api(login, { body: { email, password } })
  return own
}
const opens = async () =>
  (await shop.browser().send({ method: 'POST', url: '/api/user/login', payload: { email, password } })).statusCode
const accounts = () => shop.db.selectFrom('users').select(['email', 'name']).execute()
async function order() {
  const own = await logIn()
  const [address] = (await own.api(listAddresses)).addresses
  const items = [{ product: await shop.product(), quantity: 1 }]
  const payload = { items, address: address?._id }
  const answer = await own.send({ method: 'POST', url: '/api/order/cod', payload })
  expect(answer.statusCode).toBe(200)
  return String(answer.json().orderId)
}

it('a demo has a shopper with a confirmed address and one saved, who is told of at the start', async () => {
  await open()
  await ensureDemoShopper(shop.deps)
  expect(await accounts()).toEqual([{ email, name: 'Ananya Rao' }])
  const own = await logIn()
  const { addresses } = await own.api(listAddresses)
  expect(addresses).toMatchObject([{ firstName: 'Ananya', lastName: 'Rao', email, isDefault: true }])
  expect((await own.send({ method: 'GET', url: '/api/user/is-auth' })).json().user.isEmailConfirmed).toBe(true)
  expect(await startNotes(shop.deps)).toContain(printed)
  expect(await shop.mailsTo()).toEqual([])
})

it('is not told of once the password is another one, and stays as somebody made it', async () => {
  await open()
  await shop.db
    .updateTable('users')
    .set({ password_hash: await hashPassword('another password') })
    .execute()
  await ensureDemoShopper(shop.deps)
  expect(await startNotes(shop.deps)).not.toContain(printed)
  expect(await removeDemoShopper(shop.deps)).toBe(false)
  expect(await accounts()).toHaveLength(1)
})

it('nobody else can choose the password that everybody knows', async () => {
  await open()
  expect(await isCommonPassword(password)).toBe(true)
})

it.each([
  ['with a seller of its own', { DEMO: 'catalogue', ...sellerSettings }],
  ['on https', { DEMO: 'catalogue', PUBLIC_URL: 'https://shop.example' }],
  ['without the demo', { DEMO: '0' }],
])('a shop %s has none', async (_, settings) => {
  await open(settings)
  expect(await accounts()).toEqual([])
  expect(await startNotes(shop.deps)).not.toContain(printed)
})

it('is gone from the next start of a real shop on, also for whoever is logged in', async () => {
  await open()
  const own = await logIn()
  await ensureDemoShopper({ ...shop.deps, config: { ...shop.deps.config, seller: undefined } })
  expect((await own.send({ method: 'GET', url: '/api/order/user' })).statusCode).toBe(401)
  expect(await accounts()).toEqual([])
  expect(await shop.db.selectFrom('addresses').select('id').execute()).toEqual([])
})

it('leaves its orders behind, without the person, once they are over', async () => {
  await open()
  const id = await order()
  await (await shop.seller()).api(moveOrder, { params: { id }, body: { status: 'Cancelled' } })
  expect(await removeDemoShopper(shop.deps)).toBe(true)
  expect(await accounts()).toEqual([])
  const { address } = await shop.db.selectFrom('orders').select('address').executeTakeFirstOrThrow()
  expect(JSON.parse(address)).toMatchObject({ firstName: 'Deleted', email: '', city: 'Bengaluru' })
})

it('stays for an order on its way, and nobody can log in', async () => {
  await open()
  await order()
  const own = await logIn()
  expect(await removeDemoShopper(shop.deps)).toBe(true)
  expect(await accounts()).toHaveLength(1)
  expect(await opens()).toBe(401)
  expect((await own.send({ method: 'GET', url: '/api/order/user' })).statusCode).toBe(401)
  const { address } = await shop.db.selectFrom('orders').select('address').executeTakeFirstOrThrow()
  expect(JSON.parse(address)).toMatchObject({ firstName: 'Ananya' })
  expect(await removeDemoShopper(shop.deps)).toBe(false)
})
