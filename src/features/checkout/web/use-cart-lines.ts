import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { type Cart, writeLines } from '#features/cart/cart.rules.ts'
import { useCart } from '#features/cart/web/cart-context.tsx'
import { FEW_LEFT, type Product } from '#features/catalog/catalog.contract.ts'
import type { loader } from './cart-lines.resource.ts'

const MAX_IDS = 100

export interface CartLine {
  id: string
  quantity: number
  product: Product | undefined
  /** `off`: not in stock, or not in the shop any more. `short`: it wants more than the `available` there are. */
  state: 'loading' | 'ok' | 'off' | 'short'
  available?: number
}

interface Loaded {
  /** The cart as the server knows it. */
  cart: Cart
  /** Whose products the loader asked for. */
  asked: string[]
  products: Product[]
  /** Lines of `cart` that want more than there is. */
  short: ShortLine[]
}

interface ShortLine {
  product: string
  available: number
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

  const available = useAvailable(items, loaded)
  const lines = ids.map((id): CartLine => {
    const product = products.get(id)
    const line = { id, quantity: items[id] ?? 0, product }
    if (!product) return { ...line, state: asked.has(id) ? 'off' : 'loading' }
    if (!product.inStock) return { ...line, state: 'off' }
    const left = product.left ?? available(id)
    return left !== undefined && line.quantity > left
      ? { ...line, state: 'short', available: left }
      : { ...line, state: 'ok' }
  })
  return { lines, problem, reload: () => load(url) }
}

/** How many there are of a product whose line wants more than that. Few pieces stand on the product itself; many are asked for. */
function useAvailable(items: Cart, loaded: Loaded) {
  const { load, data } = useFetcher<typeof loader>()
  const many = Object.entries(items).filter(([id, quantity]) => quantity > FEW_LEFT && quantity !== loaded.cart[id])
  const wanted = writeLines(Object.fromEntries(many))
  // A quantity that the loader did not know is asked for when it is set.
  useEffect(() => {
    if (wanted !== '') load(`/cart/lines?${new URLSearchParams({ wanted })}`)
  }, [wanted, load])
  const short = [...loaded.short, ...(data && 'short' in data ? data.short : [])]
  return (id: string) => short.findLast(({ product }) => product === id)?.available
}
