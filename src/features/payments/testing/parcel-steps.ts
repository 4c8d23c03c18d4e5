import { getSellerOrder } from '#features/orders/orders.contract.ts'
import { parcelMovesBy } from '#features/orders/orders.moves.ts'
import { letGoOfCash, moveParcels, moveTargets } from '#features/orders/parcels/parcels.contract.ts'
import { pick, type Step, tried, type World } from './payment-world.ts'

/** An order that was placed, with its parcels. */
async function anyOrder(world: World) {
  const chosen = pick(world, world.orders, 10)
  return chosen && (await world.seller.api(getSellerOrder, { params: { id: chosen.id } })).order
}

/** Some parcels of an order, or two orders at once, often where they may go. */
export const sellerMovesParcels: Step = async (world) => {
  const [order, other] = [await anyOrder(world), await anyOrder(world)]
  const parcel = order && pick(world, order.parcels)
  const next = parcel
    ? moveTargets.filter((to) => parcelMovesBy('seller', parcel.status, false).some((goal) => goal === to))
    : []
  const to = (world.random.happens(0.9) ? pick(world, next) : undefined) ?? pick(world, moveTargets) ?? 'Packed'
  if (!order || !other) return 'no parcels to move'
  const isWhole = !parcel || to === 'Confirmed' || world.random.happens(0.2)
  const good = to === 'Returned' ? { good: world.random.happens(0.7) } : {}
  const items = isWhole ? { orders: [order._id, other._id] } : { parcels: [parcel._id] }
  const call = world.seller.api(moveParcels, { body: { to, ...items, ...good } })
  return tried(`the seller moves ${isWhole ? 'two orders' : `parcel ${parcel.code}`} to ${to}`, call)
}

export const sellerLetsGo: Step = async (world) => {
  const parcel = pick(world, (await anyOrder(world))?.parcels ?? [])
  if (!parcel) return 'no cash to let go of'
  const call = world.seller.api(letGoOfCash, { params: { id: parcel._id }, body: { reason: 'It will not come' } })
  return tried(`the seller lets go of the cash of ${parcel.code}`, call)
}
