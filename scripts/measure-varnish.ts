import { setTimeout } from 'node:timers/promises'
import { demoSeller } from '#kernel/config.ts'
import { withDecimals } from '#shared/numbers.ts'
import { ask, cookieJar } from '#testing/http.ts'
import { undoAll, undoWhenStopped } from '#testing/undo.ts'
import { type Load, measureLoad, rawRequest } from './bench/load.ts'
import { cpuMs } from './processes.ts'
import { newPlace, originOf, startShop } from './shop-process.ts'
import { hasVarnish, NO_VARNISH, placeForVarnish, startVarnish } from './varnish.ts'

// `node scripts/measure-varnish.ts` measures visitors' reads of all products of the demo catalogue, on SQLite, with and without Varnish,
// while nothing changes and while one product a second does.

const MS = 8000
/** One product a second. */
async function changeProducts(origin: string, ids: readonly string[], goesOn: () => boolean) {
  const call = cookieJar(origin)
  await call('/api/seller/login', { method: 'POST', body: demoSeller, headers: { origin } })
  for (let step = 0; goesOn(); step++) {
    const body = { id: ids[step % ids.length], inStock: Math.floor(step / ids.length) % 2 === 1 }
    await call('/api/product/stock', { method: 'POST', body })
    await setTimeout(1000)
  }
}

async function main() {
  if (!hasVarnish()) throw new Error(NO_VARNISH)
  const place = await newPlace()
  const varnish = await placeForVarnish()
  const shop = await startShop(place, {
    settings: { CDN_PURGE_URL: `${varnish.origin}/`, LOG_LEVEL: 'warn' },
  })
  await startVarnish(varnish, place.port)
  await setTimeout(1500)
  const { products } = JSON.parse((await ask(originOf(place), '/api/product/list')).body)
  const ids: string[] = products.map(({ _id }: { _id: string }) => _id)
  const pages = [
    '/',
    '/products',
    '/products?sort=price-asc',
    ...products.map(
      ({ _id, category }: { _id: string; category: string }) => `/products/${category.toLowerCase()}/${_id}`,
    ),
  ].map((path) => rawRequest(path))

  for (const changes of [false, true]) {
    for (const [name, port] of [
      ['the shop alone', place.port],
      ['with Varnish in front', varnish.port],
    ] as const) {
      let at = 0
      const load: Load = { port, connections: 32, ms: MS, next: () => pages[at++ % pages.length] ?? Buffer.alloc(0) }
      await measureLoad({ ...load, ms: 2000 })
      let isOn = true
      const changing = changes ? changeProducts(originOf(place), ids, () => isOn) : undefined
      const before = cpuMs(shop.child.pid)
      const { requests, failed, perSecond, p50Ms, p99Ms } = await measureLoad(load)
      const usedMs = cpuMs(shop.child.pid) - before
      isOn = false
      await changing
      const when = changes ? 'one product a second changes' : 'nothing changes'
      console.log(
        `${when}, ${name}: ${Math.round(perSecond)} pages/s, median ${withDecimals(p50Ms, 1)} ms, 99% ${withDecimals(p99Ms, 1)} ms, ` +
          `${failed} failed; the shop used ${withDecimals(usedMs / requests, 3)} ms of processor time a page`,
      )
    }
  }
}

undoWhenStopped()
try {
  await main()
} finally {
  await undoAll()
}
