import { isAuth } from '#features/auth/auth.contract.ts'
import { updateCart } from '#features/cart/cart.contract.ts'
import { listProducts } from '#features/catalog/catalog.contract.ts'
import type { Api } from '#shared/api-client.ts'
import { type AgainLine, missingIn, putIntoCart } from '../../orders.again.ts'
import { getMyOrder, type Order } from '../../orders.contract.ts'

const linesOf = (order: Order): AgainLine[] =>
  order.items.map(({ product, quantity }) => ({ product: product._id, name: product.name, quantity }))

async function findAvailable(api: Api, lines: readonly AgainLine[]) {
  const { products } = await api(listProducts, { query: { ids: lines.map(({ product }) => product).join(',') } })
  return new Set(products.filter(({ inStock }) => inStock).map(({ _id }) => _id))
}

/** Puts what can be bought of one of the shopper's orders into the cart. Throws ORDER_NOT_FOUND. */
export async function buyOrderAgain(api: Api, id: string) {
  const [{ order }, { user }] = await Promise.all([api(getMyOrder, { params: { id } }), api(isAuth)])
  const lines = linesOf(order)
  const available = await findAvailable(api, lines)
  const cart = putIntoCart(user.cartItems, lines, available)
  await api(updateCart, { body: { cartItems: cart } })
  return { cart, isWhole: missingIn(cart, lines, available).length === 0 }
}

export async function readMissing(api: Api, order: Order) {
  const [available, { user }] = await Promise.all([findAvailable(api, linesOf(order)), api(isAuth)])
  return { number: order.number, of: order.lineCount, missing: missingIn(user.cartItems, linesOf(order), available) }
}
