import { createRandom, type Random } from '#shared/random.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'

// The plan of the month: who orders what and when, and what the office does.

export const DAYS = 30
const ORDERS = 120
export const SHOPPERS = 60
const SEED = 35

/** So many days before today, at this minute of the day in India. */
export interface When {
  daysAgo: number
  minute: number
}

type Fate =
  | 'cancelled by the shopper'
  | 'cancelled by the shop'
  | 'never paid'
  | 'awaiting payment'
  | 'refused'
  | 'refused just now'
  | 'lost'
  | 'short of cash'
  | 'given back'
  | 'coming back'
  | 'asked today'

export interface PlannedOrder {
  placed: When
  /** Undefined: the shopper to log in with. */
  shopper: number | undefined
  items: readonly { product: string; quantity: number }[]
  payment: 'COD' | 'Online'
  fate: Fate | undefined
}

export const orderActs = [
  'placed',
  'paid',
  'cancelled by the shopper',
  'cancelled by the shop',
  'confirmed',
  'packed',
  'sent',
  'delivered',
  'refused',
  'lost',
  'came back',
  'cash came',
  'cash came short',
  'return asked',
  'return accepted',
  'return arrived',
] as const
export type OrderAct = (typeof orderActs)[number]
const officeActs = ['payout run', 'run sent', 'community payout', 'application'] as const
export type OfficeAct = (typeof officeActs)[number]

/** `orders`: places in the list of planned orders. */
export type Step = { when: When } & ({ act: OrderAct; orders: number[] } | { act: OfficeAct })

interface Special extends Pick<PlannedOrder, 'payment'> {
  daysAgo: number
  fate?: Fate
  product?: string
  isOurs?: true
}

const special: readonly Special[] = [
  { daysAgo: 24, payment: 'COD', isOurs: true },
  { daysAgo: 18, fate: 'given back', payment: 'Online', product: 'Speckled Stoneware Mugs, Set of Two' },
  { daysAgo: 16, fate: 'short of cash', payment: 'COD' },
  { daysAgo: 14, fate: 'lost', payment: 'Online' },
  { daysAgo: 13, fate: 'refused', payment: 'COD' },
  { daysAgo: 12, fate: 'coming back', payment: 'COD', product: 'Indigo Shibori Scarf' },
  { daysAgo: 11, fate: 'cancelled by the shopper', payment: 'Online' },
  { daysAgo: 9, fate: 'asked today', payment: 'Online', product: 'Dip-Glazed Stoneware Vase' },
  { daysAgo: 8, payment: 'Online', isOurs: true, product: 'Wild Forest Honey' },
  { daysAgo: 7, fate: 'refused just now', payment: 'COD' },
  { daysAgo: 6, fate: 'cancelled by the shop', payment: 'COD' },
  { daysAgo: 5, fate: 'never paid', payment: 'Online' },
  { daysAgo: 4, payment: 'COD', isOurs: true, product: 'Turned Sheesham Bowl' },
  { daysAgo: 2, fate: 'cancelled by the shopper', payment: 'COD' },
  { daysAgo: 0, payment: 'Online', isOurs: true, product: 'Hill Garden Black Tea' },
  { daysAgo: 0, fate: 'awaiting payment', payment: 'Online' },
]

/** The office's hours, as minutes of the day. */
const at = { confirm: 10 * 60, cash: 12 * 60, returns: 14 * 60, deliver: 15 * 60, send: 16 * 60, pack: 17 * 60 }
const FIRST_ORDER = 7 * 60
const LAST_ORDER = 22 * 60
/** The minute at which the month ends: today's orders are confirmed, and none is packed yet. */
const NOW = 15 * 60 + 30

/** Cheaper products are bought more often, and more of them. */
export interface Sold {
  name: string
  rupees: number
}

/** All orders, oldest first, and all steps in their order. The same for the same day of the week. */
export function planMonth(products: readonly Sold[], weekday: number) {
  const random = createRandom(SEED)
  const orders = dayCounts(weekday).flatMap((count, day) => ordersOf(random, products, DAYS - 1 - day, count))
  return { orders, steps: stepsOf(orders) }
}

/** Orders a day, oldest first. `weekday` is today's, 0 is Sunday. Weekends are busier, and the shop grows. */
function dayCounts(weekday: number) {
  const weights = Array.from({ length: DAYS }, (_, day) => {
    const weekdayThen = (((weekday - (DAYS - 1 - day)) % 7) + 7) % 7
    return (weekdayThen === 0 || weekdayThen === 6 ? 1.7 : 1) * (0.8 + (0.4 * day) / DAYS)
  })
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  let given = 0
  let wanted = 0
  return weights.map((weight) => {
    wanted += (weight * ORDERS) / whole
    const count = Math.round(wanted) - given
    given += count
    return count
  })
}

function ordersOf(random: Random, products: readonly Sold[], daysAgo: number, count: number): PlannedOrder[] {
  const specials = special.filter((one) => one.daysAgo === daysAgo)
  const last = daysAgo === 0 ? NOW - 10 : LAST_ORDER
  const minutes = Array.from({ length: count }, () => random.whole(FIRST_ORDER, last)).toSorted((a, b) => a - b)
  return minutes.map((minute, position) => {
    const one = specials[position]
    const isLast = one?.fate === 'awaiting payment'
    const first = one?.product === undefined ? [] : [{ product: one.product, quantity: 1 }]
    return {
      placed: { daysAgo, minute: isLast ? NOW - 3 : minute },
      shopper: one?.isOurs ? undefined : random.below(SHOPPERS),
      items: [...first, ...someItems(random, products, first.length)].slice(0, 3),
      payment: one?.payment ?? (random.happens(0.55) ? 'COD' : 'Online'),
      fate: one?.fate,
    }
  })
}

function someItems(random: Random, products: readonly Sold[], already: number) {
  const items = new Map<string, number>()
  const wanted = Math.min(random.pick([1, 1, 1, 2, 2, 3]) - already, products.length)
  while (items.size < wanted) {
    const { name, rupees } = random.pick(products)
    // A dear piece is looked at more often than it is bought.
    if (random.fraction() > 900 / (rupees + 300)) continue
    items.set(name, rupees < 700 ? random.whole(1, 4) : 1)
  }
  return [...items].map(([product, quantity]) => ({ product, quantity }))
}

function stepsOf(orders: readonly PlannedOrder[]): Step[] {
  const acts = orders.flatMap((order, position) =>
    actsOf(order, position).map(([act, daysAgo, minute]) => ({ act, order: position, when: { daysAgo, minute } })),
  )
  const together = Map.groupBy(
    acts.filter(({ when: { daysAgo, minute } }) => daysAgo > 0 || (daysAgo === 0 && minute <= NOW)),
    // Orders come one by one; the office handles many at once.
    ({ act, order, when }) => `${when.daysAgo} ${when.minute} ${act} ${act === 'placed' ? order : ''}`,
  )
  const steps = [...together.values()].flatMap((group): Step[] => {
    const [first] = group
    return first ? [{ when: first.when, act: first.act, orders: group.map(({ order }) => order) }] : []
  })
  // At the same minute in the order of `orderActs`.
  const rank = ({ act }: Step) => [...orderActs, ...officeActs].indexOf(act)
  return [...steps, ...office].toSorted(
    (a, b) => b.when.daysAgo - a.when.daysAgo || a.when.minute - b.when.minute || rank(a) - rank(b),
  )
}

const office: readonly Step[] = [
  { when: { daysAgo: 9, minute: at.pack + 30 }, act: 'payout run' },
  { when: { daysAgo: 8, minute: at.pack + 30 }, act: 'run sent' },
  { when: { daysAgo: 5, minute: at.returns + 30 }, act: 'community payout' },
  { when: { daysAgo: 3, minute: at.pack + 30 }, act: 'payout run' },
  { when: { daysAgo: 2, minute: at.pack + 30 }, act: 'run sent' },
  { when: { daysAgo: 1, minute: at.deliver + 30 }, act: 'application' },
]

type Act = readonly [OrderAct, daysAgo: number, minute: number]

/** What happens to an order from its beginning on; days below 0 are still to come. */
function actsOf({ placed, payment, fate }: PlannedOrder, position: number): Act[] {
  const { daysAgo: day, minute } = placed
  const isCash = payment === 'COD'
  const begun: Act[] = [['placed', day, minute]]
  if (fate === 'awaiting payment' || fate === 'never paid') return begun
  if (!isCash) begun.push(['paid', day, minute + 1])
  if (fate === 'cancelled by the shopper') return [...begun, ['cancelled by the shopper', day, minute + 25]]
  if (fate === 'cancelled by the shop') return [...begun, ['cancelled by the shop', day - 1, at.confirm]]

  const there = day - 5 - (position % 3)
  const sent: Act[] = [
    ...begun,
    ['confirmed', day - 1, at.confirm],
    ['packed', day - 1, at.pack],
    ['sent', day - 2, at.send],
  ]
  if (fate === 'refused') return [...sent, ['refused', there, at.deliver], ['came back', there - 3, at.returns]]
  if (fate === 'refused just now') return [...sent, ['refused', 1, at.deliver]]
  if (fate === 'lost') return [...sent, ['lost', there - 2, at.deliver]]
  const cash: Act[] = isCash ? [[fate === 'short of cash' ? 'cash came short' : 'cash came', there - 3, at.cash]] : []
  const delivered: Act[] = [...sent, ['delivered', there, at.deliver], ...cash]
  if (fate === 'asked today') return [...delivered, ['return asked', 0, NOW - 40]]
  const asked: Act[] = [...delivered, ['return asked', there - 2, at.pack], ['return accepted', there - 3, at.returns]]
  if (fate === 'coming back') return asked
  if (fate === 'given back') return [...asked, ['return arrived', there - 7, at.returns]]
  return delivered
}

export function momentOf({ daysAgo, minute }: When, now: Date, today: number): Date {
  const whole = today - daysAgo * DAY_MS
  return new Date(whole + (daysAgo > 0 ? minute * MINUTE_MS : ((now.getTime() - whole) * minute) / NOW))
}
