import type { Random } from '#testing/random.ts'
import { anyTwo } from '../bare-order.ts'
import { rawRequest } from '../load.ts'
import { cartRequest, orderRequest } from '../shoppers.ts'
import { arrivals } from './arrivals.ts'
import type { Planned } from './open-load.ts'
import type { Scene } from './scene.ts'
import { inShares, visits } from './visits.ts'

const MOST_PIECES = 5

const written = new Map<string, Buffer>()

/** A visitor's request for this page; each is written once. */
export function visitorsPage(path: string) {
  const request = written.get(path) ?? rawRequest(path, { headers: { accept: 'text/html' } })
  written.set(path, request)
  return request
}

/** A page for the shopper of this connection; the session's cookie is all that tells. */
export function shoppersPage({ shoppers }: Scene, connection: number, path: string) {
  const { cookie = '' } = shoppers[connection % shoppers.length] ?? {}
  return rawRequest(path, { headers: { accept: 'text/html', cookie } })
}

/** What visitors and shoppers do together: 70% visitors, 20% shoppers who look around, 5% a cart changed, 5% an order. */
export function mixed(scene: Scene, random: Random) {
  const { shoppers, products } = scene
  const visit = visits(products, random)
  const anyShopper = () => random.whole(0, shoppers.length - 1)
  const pieces = () => random.whole(1, MOST_PIECES)
  return inShares(
    [
      [0.7, () => ({ kind: 'visitor', request: visitorsPage(visit()) })],
      [0.2, () => ({ kind: 'shopper', request: shoppersPage(scene, anyShopper(), visit()) })],
      [
        0.05,
        () => {
          const lines = anyTwo().map((product) => [product, pieces()])
          return { kind: 'cart', request: cartRequest(shoppers, anyShopper(), Object.fromEntries(lines)) }
        },
      ],
      [0.05, () => ({ kind: 'order', request: orderRequest(shoppers, anyShopper(), anyTwo()) })],
    ],
    random,
  )
}

/** The same as people come: so many a second, each at a time of their own. */
export function plan(scene: Scene, perSecond: number, ms: number, random: Random): Planned[] {
  const next = mixed(scene, random)
  return arrivals(perSecond, ms, random).map((atMs) => ({ atMs, ...next() }))
}
