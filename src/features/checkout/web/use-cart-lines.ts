import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import type { Cart } from '#features/cart/cart.rules.ts'
import { useCart } from '#features/cart/web/cart-context.tsx'
import type { Product } from '#features/catalog/catalog.contract.ts'
import type { loader } from './cart-lines.resource.ts'

const MAX_IDS = 100

export interface CartLine {
  id: string
  quantity: number
  product: Product | undefined
  /** `off`: not in stock, or not in the shop any more. */
  state: 'loading' | 'ok' | 'off'
}

interface Loaded {
  /** The cart as the server knows it. */
  cart: Cart
  /** Whose products the loader asked for. */
  asked: string[]
  products: Product[]
}

/**
 * The cart's lines with their products, in the order they came; a line that was taken out keeps its place. The loader
 * knows what the server knows; what only this device has (a visitor's cart) is fetched here.
 */
export function useCartLines(loaded: Loaded) {
  const cart = useCart()
  const items = cart.ready ? cart.items : loaded.cart
  const [seen, setSeen] = useState(() => Object.keys(items))
  const ids = [...seen, ...Object.keys(items).filter((id) => !seen.includes(id))]
  if (ids.length > seen.length) setSeen(ids)

  const { load, data } = useFetcher<typeof loader>()
  const missing = ids
    .filter((id) => !loaded.asked.includes(id))
    .slice(-MAX_IDS)
    .join(',')
  const url = `/cart/lines?${new URLSearchParams({ ids: missing })}`
  // Which products are missing is known only once localStorage has been read, which is outside React.
  useEffect(() => {
    if (missing !== '') load(url)
  }, [missing, url, load])

  const fetched = data && 'products' in data ? data : undefined
  const problem = data && 'problem' in data && missing !== '' ? data.problem : undefined
  const products = new Map([...(fetched?.products ?? []), ...loaded.products].map((product) => [product._id, product]))
  const asked = new Set([...loaded.asked, ...(fetched?.ids.split(',') ?? [])])

  const lines = ids.map((id): CartLine => {
    const product = products.get(id)
    const state = product ? (product.inStock ? 'ok' : 'off') : asked.has(id) ? 'off' : 'loading'
    return { id, quantity: items[id] ?? 0, product, state }
  })
  return { lines, problem, reload: () => load(url) }
}
