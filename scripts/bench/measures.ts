import { anyTwo } from './bare-order.ts'
import { rawRequest } from './load.ts'
import { HOT, productId, searchWords } from './seed.ts'
import { cartRequest, newSearches, orderRequest, type Shopper, urls } from './shoppers.ts'

/** What a figure is compared with: Fastify with ready bytes, an order without the shop, a select of pgbench. */
export type Limit = 'ready' | 'order' | 'select'

export interface Measure {
  name: string
  connections: number
  next: (connection: number) => Buffer
  limit?: Limit
  /** Paths that the limit must have ready. */
  paths?: readonly string[]
  /** The least share of the limit; of a limit that differs from engine to engine, one for each. */
  share?: number
  /** The least number a second where there is no limit to hold it against. */
  perSecond?: number
  /** Is the p99 held against the limit's, too? */
  holdsP99?: boolean
  /** Must its cost stay the same from 1,000 to 100,000 products? */
  mustNotGrow?: boolean
}

const page = { headers: { accept: 'text/html' } }

function inTurn(requests: readonly Buffer[]) {
  let count = 0
  return () => requests[count++ % requests.length] ?? Buffer.alloc(0)
}

const ready = (paths: readonly string[], headers: Record<string, string> = {}) => ({
  limit: 'ready' as const,
  paths,
  next: inTurn(paths.map((path) => rawRequest(path, { headers }))),
})

/** Everything that is measured of a shop with so many products. */
export function measuresOf(engine: 'sqlite' | 'postgres', size: number, shoppers: readonly Shopper[]): Measure[] {
  const details = Array.from({ length: 40 }, (_, at) => urls.detail(at * 25))
  const searches = searchWords.map(urls.search)
  const fresh = newSearches(size)
  let pages = 0
  let carts = 0
  const order = (products: () => readonly string[]) => (connection: number) =>
    orderRequest(shoppers, connection, products())
  const list = { ...ready([urls.list]), share: 0.6, holdsP99: true, mustNotGrow: true }
  const detail = { ...ready(details), share: 0.6, holdsP99: true, mustNotGrow: true }
  const sessions = shoppers.map(({ cookie }) => rawRequest(urls.isAuth, { headers: { cookie } }))
  const isAuth = {
    ...ready([urls.isAuth]),
    next: (connection: number) => sessions[connection % sessions.length] ?? Buffer.alloc(0),
    limit: engine === 'sqlite' ? ('ready' as const) : ('select' as const),
    share: 0.25,
    mustNotGrow: true,
  }
  const placed = (connections: number) => ({
    name: `order, ${connections} at a time`,
    connections,
    next: order(anyTwo),
    limit: 'order' as const,
    share: engine === 'sqlite' ? 0.7 : connections === 1 ? 0.45 : 0.35,
    mustNotGrow: true,
  })
  const html = (name: string, path: string) =>
    [16, 1].map((connections) => ({
      ...ready([path], page.headers),
      name: connections === 1 ? `HTML of ${name}, 1 at a time` : `HTML of ${name}`,
      connections,
      ...(connections === 16 ? { share: 0.5 } : {}),
    }))

  return [
    { ...list, name: 'list', connections: 16 },
    { ...list, name: 'list, 1 at a time', connections: 1 },
    {
      ...ready([urls.category]),
      name: 'category, page 2',
      connections: 16,
      share: 0.6,
      holdsP99: true,
      mustNotGrow: true,
    },
    { ...detail, name: 'detail', connections: 16 },
    { ...detail, name: 'detail, 1 at a time', connections: 1 },
    { ...ready(searches), name: 'search, 40 words in turn', connections: 16, share: 0.2 },
    {
      name: 'search, each query new',
      connections: 16,
      next: () => {
        const { value } = fresh.next()
        return rawRequest(urls.search(value ?? ''))
      },
      perSecond: size > 10_000 ? 100 : 300,
    },
    { ...isAuth, name: 'is-auth with the cart', connections: 16 },
    {
      name: 'cart changed',
      connections: 16,
      next: (connection) =>
        cartRequest(shoppers, connection, { [productId(HOT)]: 1 + (carts++ % 9), [productId(HOT - 1)]: 2 }),
      mustNotGrow: true,
    },
    ...html('home', urls.home),
    ...html('list', '/products'),
    ...html('detail', urls.product),
    {
      name: 'HTML of 24 cards, rendered anew',
      connections: 16,
      next: () => rawRequest(urls.newPage(pages++), page),
      perSecond: 120,
    },
    // Last: orders leave mails and the ledger's entries to write, which goes on beside what is measured next.
    placed(1),
    placed(16),
    { name: 'order of one hot product, 16 at a time', connections: 16, next: order(() => [productId(HOT)]) },
  ]
}
