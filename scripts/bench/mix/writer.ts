import { editProduct, setStock } from '#features/catalog/seller-products.contract.ts'
import type { Random } from '#testing/random.ts'
import type { Browser } from '../../browser.ts'
import { productId, UNCOUNTED_FROM } from '../seed.ts'

const rupees = { least: 300, most: 5000 }

/** What a seller does to the catalogue, in turn: a price, the stock switch off, a text, the stock switch on. */
function changesOf({ send }: Browser, products: number, random: Random) {
  const anyProduct = () => productId(random.whole(UNCOUNTED_FROM, products - 1))
  let switchedOff = anyProduct()
  const edit = (change: Record<string, unknown>) => {
    const body = new FormData()
    body.set('productData', JSON.stringify(change))
    return send(editProduct.path.replace(':id', anyProduct()), { method: editProduct.method, body })
  }
  const switchStock = (id: string, inStock: boolean) =>
    send(setStock.path, {
      method: setStock.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, inStock }),
    })
  return [
    () => {
      const price = random.whole(rupees.least, rupees.most)
      return edit({ price, offerPrice: price - random.whole(0, 50) })
    },
    () => {
      switchedOff = anyProduct()
      return switchStock(switchedOff, false)
    },
    () => edit({ description: ['Worked by hand', `In lot no. ${random.whole(1, 1_000_000)}`] }),
    () => switchStock(switchedOff, true),
  ]
}

/** A seller who changes so many products a second, at even times, whether or not the shop has answered; until stopped. */
export function startWriter(seller: Browser, perSecond: number, products: number, random: Random) {
  const changes = changesOf(seller, products, random)
  const sent: Promise<boolean>[] = []
  const write = () => {
    const change = changes[sent.length % changes.length]
    if (change)
      sent.push(
        change().then(
          async (answer) => {
            await answer.arrayBuffer()
            return answer.ok
          },
          () => false,
        ),
      )
  }
  const timer = perSecond > 0 ? setInterval(write, 1000 / perSecond) : undefined
  return {
    /** How many changes were made, and how many were not answered with success. */
    async stop() {
      clearInterval(timer)
      const done = await Promise.all(sent)
      return { made: done.length, failed: done.filter((isDone) => !isDone).length }
    },
  }
}
