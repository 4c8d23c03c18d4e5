import { editProduct, setStock } from '#features/products/seller-products.contract.ts'
import type { Random } from '#shared/random.ts'
import type { Scene } from './scene.ts'
import { productId, UNCOUNTED_FROM } from './seed.ts'

/** A seller who changes so many products a second, whether or not the shop has answered, until stopped. */
export function startWriter({ seller: { send }, products }: Scene, perSecond: number, random: Random) {
  const anyProduct = () => productId(random.whole(UNCOUNTED_FROM, products - 1))
  let switchedOff = anyProduct()
  const edit = (change: Record<string, unknown>) => {
    const body = new FormData()
    body.set('productData', JSON.stringify(change))
    return send(editProduct.path.replace(':id', anyProduct()), { method: editProduct.method, body })
  }
  const switchStock = (id: string, inStock: boolean) => {
    const headers = { 'content-type': 'application/json' }
    return send(setStock.path, { method: setStock.method, headers, body: JSON.stringify({ id, inStock }) })
  }
  /** In turn a price, the stock switch off, a text, the stock switch on. */
  const changes = [
    () => {
      const price = random.whole(300, 5000)
      return edit({ price, offerPrice: price - random.whole(0, 50) })
    },
    () => {
      switchedOff = anyProduct()
      return switchStock(switchedOff, false)
    },
    () => edit({ description: ['Worked by hand', `In lot no. ${random.whole(1, 1_000_000)}`] }),
    () => switchStock(switchedOff, true),
  ]
  const sent: Promise<boolean>[] = []
  async function write() {
    const answer = await changes[sent.length % changes.length]?.()
    await answer?.arrayBuffer()
    return answer?.ok === true
  }
  const timer =
    perSecond > 0 ? setInterval(() => void sent.push(write().catch(() => false)), 1000 / perSecond) : undefined
  return {
    async stop() {
      clearInterval(timer)
      const done = await Promise.all(sent)
      return done.filter((isDone) => !isDone).length
    },
  }
}
