import { afterAll, beforeAll, expect, it } from 'vitest'
import { isAuth } from '#features/auth/auth.contract.ts'
import { updateCart } from '#features/cart/cart.contract.ts'
import { setStock } from '#features/products/seller-products.contract.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { cancelOrder, getMyOrder, orderNotFound, placeCodOrder } from '../../orders.contract.ts'
import { buyOrderAgain, readMissing } from './buy-order-again.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop(sellerSettings)
})
afterAll(() => shop.close())

type Shopper = Awaited<ReturnType<TestShop['shopper']>>
const cartOf = async (shopper: Shopper) => (await shopper.api(isAuth)).user.cartItems

async function order(shopper: Shopper, pieces: Record<string, number>) {
  const items = Object.entries(pieces).map(([product, quantity]) => ({ product, quantity }))
  const { orderId } = await shopper.api(placeCodOrder, { body: { items, address: shopper.address._id } })
  return orderId
}

it('puts an order’s lines with their quantities into the cart, beside what is there', async () => {
  const [bowl, vase] = [await shop.product(), await shop.product({ name: 'Vase' })]
  const shopper = await shop.shopper()
  const id = await order(shopper, { [bowl]: 2 })
  await shopper.api(updateCart, { body: { cartItems: { [vase]: 1 } } })
  expect(await buyOrderAgain(shopper.api, id)).toEqual({ cart: { [vase]: 1, [bowl]: 2 }, isWhole: true })
  await buyOrderAgain(shopper.api, id)
  expect(await cartOf(shopper)).toEqual({ [vase]: 1, [bowl]: 2 })
})

it('leaves out what is not in stock any more, and says so', async () => {
  const [bowl, vase] = [await shop.product(), await shop.product({ name: 'Vase' })]
  const shopper = await shop.shopper()
  const id = await order(shopper, { [bowl]: 1, [vase]: 1 })
  const seller = await shop.seller()
  await seller.api(setStock, { body: { id: vase, inStock: false } })
  expect(await buyOrderAgain(shopper.api, id)).toEqual({ cart: { [bowl]: 1 }, isWhole: false })
  const { order: bought } = await shopper.api(getMyOrder, { params: { id } })
  expect(await readMissing(shopper.api, bought)).toEqual({
    number: bought.number,
    of: 2,
    missing: [{ name: 'Vase', isAvailable: false }],
  })
})

it('puts the goods of a cancelled order back', async () => {
  const bowl = await shop.product({ stock: 1 })
  const shopper = await shop.shopper()
  const id = await order(shopper, { [bowl]: 1 })
  await shopper.api(cancelOrder, { params: { id } })
  await buyOrderAgain(shopper.api, id)
  expect(await cartOf(shopper)).toEqual({ [bowl]: 1 })
})

it('does not know somebody else’s order', async () => {
  const id = await order(await shop.shopper(), { [await shop.product()]: 1 })
  const other = await shop.shopper()
  await expect(buyOrderAgain(other.api, id)).rejects.toMatchObject({ code: orderNotFound.code })
  expect(await cartOf(other)).toEqual({})
})
