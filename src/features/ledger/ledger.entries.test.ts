import { describe, expect, it } from 'vitest'
import { refundPaise } from '#features/orders/refunds/refunds.pieces.ts'
import { shareLine } from '#features/prices/prices.shares.ts'
import { minus, NO_MONEY, type Paise, paise, plus, sumOf, times, wholePercentage } from '#shared/money.ts'
import { createRandom, type Random } from '#shared/random.ts'
import { randomTest } from '#testing/shop.ts'
import { isNothing, NO_AMOUNTS, plusAmounts } from './ledger.amounts.ts'
import {
  type LedgerLine,
  type LedgerOrder,
  type LedgerParcel,
  priceOf,
  type Stand,
  shareOfPieces,
  standsOf,
  wantedEntries,
} from './ledger.entries.ts'

/** 99.99 with a maker's price of 55.55 and costs of 10.00, three times. */
const line: LedgerLine = {
  ...{ line: 1, parcel: 1, producerId: 'asha', isUnstated: false, quantity: 3, refunded: 0, writtenOff: 0 },
  ...{ faulty: 0, sentAgain: 0 },
  amounts: {
    ...{ maker: paise(166_65), costs: paise(30_00), producer: paise(87_83) },
    ...{ community: paise(5_16), shop: paise(10_33), tax: paise(6_00) },
  },
}
const cash = priceOf(line.amounts)
const parcel: LedgerParcel = {
  ...{ number: 1, wasDelivered: true, isOff: false },
  ...{ cash, cashReceived: cash, cashLetGo: NO_MONEY },
}
const inCash: LedgerOrder = { isByCard: false, isPaid: true, lines: [line], parcels: [parcel], refunded: NO_MONEY }
const byCard: LedgerOrder = {
  ...{ isByCard: true, isPaid: true, lines: [line], refunded: NO_MONEY },
  parcels: [{ ...parcel, cash: NO_MONEY, cashReceived: NO_MONEY }],
}
const withLine = (order: LedgerOrder, change: Partial<LedgerLine>): LedgerOrder => ({
  ...order,
  lines: order.lines.map((one) => ({ ...one, ...change })),
})
const withParcel = (order: LedgerOrder, change: Partial<LedgerParcel>): LedgerOrder => ({
  ...order,
  parcels: order.parcels.map((one) => ({ ...one, ...change })),
})

/** What is entered step by step, as the order changes. */
function steps(...orders: LedgerOrder[]) {
  const entered: Stand[] = []
  return orders.map((order) => {
    const wanted = wantedEntries(order, entered)
    entered.push(...wanted)
    return wanted.map(({ entryKind, line, quantity, amounts }) => ({ kind: entryKind, line, quantity, ...amounts }))
  })
}

const sale = { kind: 'sale', line: 1, quantity: 3, ...line.amounts }
const loss = (pieces: number, maker: number, shop = -maker) =>
  ({ kind: 'loss', line: 1, quantity: pieces, ...NO_AMOUNTS, maker, shop }) as const

describe('an order is entered', () => {
  it('when it is delivered and its money has come, once', () => {
    const packed = withParcel(byCard, { wasDelivered: false })
    expect(steps(packed, byCard, byCard)).toEqual([[], [sale], []])
    const waiting = withParcel(inCash, { cashReceived: NO_MONEY })
    expect(steps(waiting, inCash, inCash)).toEqual([[], [sale], []])
    expect(steps({ ...byCard, isPaid: false })).toEqual([[]])
    expect(steps({ ...byCard, parcels: [] })).toEqual([[]])
  })

  it('with what did not come of its cash as the loss of the shop, once nobody expects it', () => {
    const came = paise(100_00)
    const short = withParcel(inCash, { cashReceived: came })
    const letGo = withParcel(short, { cashLetGo: minus(cash, came) })
    const rest = { ...NO_AMOUNTS, kind: 'loss', line: null, quantity: 0, shop: minus(came, cash) }
    expect(steps(short, letGo, letGo)).toEqual([[], [sale, rest], []])
    // All of it: nothing came, and the goods are gone.
    const allGone = withParcel(inCash, { cashReceived: NO_MONEY, cashLetGo: cash })
    expect(steps(allGone)).toEqual([[sale, { ...rest, shop: minus(NO_MONEY, cash) }]])
  })

  it('and taken back by a correction when its cash was noted by mistake', () => {
    const undone = withParcel(inCash, { cashReceived: NO_MONEY })
    const [, corrections, again] = steps(inCash, undone, inCash)
    expect(corrections).toEqual([
      {
        ...{ kind: 'correction', line: 1, quantity: -3 },
        ...{ maker: -166_65, costs: -30_00, producer: -87_83, community: -5_16, shop: -10_33, tax: -6_00 },
      },
    ])
    expect(again).toEqual([sale])
  })

  it('and taken back, too, when it came back without having brought any cash', () => {
    const letGo = withParcel(inCash, { cashReceived: NO_MONEY, cashLetGo: cash })
    const [, after] = steps(letGo, withParcel(letGo, { isOff: true }))
    expect(after?.map(({ kind, shop }) => ({ kind, shop }))).toEqual([
      { kind: 'correction', shop: -10_33 },
      { kind: 'loss', shop: cash },
    ])
  })
})

describe('pieces that go back', () => {
  const back = (pieces: number) => withLine({ ...byCard, refunded: backOf(pieces) }, { refunded: pieces })
  const backOf = (pieces: number) => priceOf(shareOfPieces(line, pieces))

  it('take maker and costs exactly, community and shop in whole paise, and leave 0 in the end', () => {
    const [, first, second, third] = steps(byCard, back(1), back(2), back(3))
    expect(first).toEqual([
      {
        ...{ kind: 'return', line: 1, quantity: -1, maker: -55_55, costs: -10_00, producer: -29_28 },
        ...{ community: -1_72, shop: -3_44, tax: -2_00 },
      },
    ])
    const all = [first, second, third].flatMap((entries) => entries ?? [])
    const sum = all.reduce((sums, one) => plusAmounts(sums, one), NO_AMOUNTS)
    expect(plusAmounts(sum, line.amounts)).toEqual(NO_AMOUNTS)
  })

  it('come back into the ledger when their refund failed, and go once more when it is made again', () => {
    const [, once, failed, again] = steps(byCard, back(2), byCard, back(2))
    expect(failed).toEqual([expect.objectContaining({ kind: 'return', quantity: 2, maker: 111_10 })])
    expect(again).toEqual(once)
  })

  it('are owed to the maker when they are damaged, not when the maker had broken them', () => {
    const damaged = withLine(back(2), { writtenOff: 2 })
    expect(steps(byCard, back(2), damaged)[2]).toEqual([loss(2, 111_10)])
    expect(steps(byCard, back(2), withLine(damaged, { faulty: 1 }))[2]).toEqual([loss(1, 55_55)])
    expect(steps(byCard, back(2), withLine(damaged, { faulty: 2 }))[2]).toEqual([])
  })

  it('make no entry in an exchange that came back in good order, or that the maker had broken', () => {
    expect(steps(byCard, withLine(byCard, { sentAgain: 1 }))[1]).toEqual([])
    expect(steps(byCard, withLine(byCard, { sentAgain: 1, writtenOff: 1, faulty: 1 }))[1]).toEqual([])
  })

  it('are owed to the maker beside the pieces that were sent in exchange for them', () => {
    expect(steps(byCard, withLine(byCard, { writtenOff: 1 }))[1]).toEqual([])
    const exchanged = withLine(byCard, { writtenOff: 1, sentAgain: 1 })
    expect(steps(byCard, exchanged)[1]).toEqual([loss(1, 55_55)])
    const bothBroken = withLine({ ...back(1) }, { refunded: 1, writtenOff: 2, sentAgain: 1 })
    expect(standsOf(bothBroken).find(({ kind, line }) => kind === 'loss' && line === 1)?.quantity).toBe(2)
  })
})

describe('pieces that are lost on their way', () => {
  const lost = withLine(withParcel(inCash, { wasDelivered: false, isOff: true, cashReceived: NO_MONEY }), {
    writtenOff: 3,
  })

  it('are owed to the maker, until they are found', () => {
    expect(steps(lost, withLine(lost, { writtenOff: 0 }))).toEqual([[loss(3, 166_65)], [loss(-3, -166_65)]])
  })

  it('are nobody’s where the maker is not known, or the price was not stated', () => {
    expect(steps(withLine(lost, { producerId: null }))).toEqual([[]])
    expect(steps(withLine(lost, { isUnstated: true }))).toEqual([[]])
  })
})

describe('money that came less money that went back', () => {
  const two: LedgerOrder = {
    ...{ isByCard: false, isPaid: false, refunded: NO_MONEY },
    lines: [line, { ...line, line: 2, parcel: 2 }],
    parcels: [parcel, { ...parcel, number: 2, cashReceived: paise(100_00) }],
  }

  it('is what the ledger says, also where refunds gave back less because less had come', () => {
    const came = paise(100_00)
    const letGo = withParcel(inCash, { cashReceived: came, cashLetGo: minus(cash, came) })
    const refunded = withLine({ ...letGo, refunded: came }, { refunded: 3 })
    const entries = steps(letGo, refunded).flat()
    expect(sumOf(entries.map(priceOfEntry))).toBe(NO_MONEY)
    expect(entries.at(-1)).toEqual({ ...NO_AMOUNTS, kind: 'loss', line: null, quantity: 0, shop: minus(cash, came) })
  })

  it('is the parcel’s that is sold, while another one waits for its cash', () => {
    const refunded = { ...withLine(two, { refunded: 3 }), refunded: plus(cash, paise(100_00)) }
    expect(sumOf(steps(refunded).flat().map(priceOfEntry))).toBe(NO_MONEY)
  })

  it('counts a paisa of a refund that failed while another stood', () => {
    const order = { ...withLine(byCard, { refunded: 1 }), refunded: paise(101_98) }
    const [entries] = steps(order)
    expect(sumOf((entries ?? []).map(priceOfEntry))).toBe(minus(cash, paise(101_98)))
  })
})

const priceOfEntry = ({ maker, costs, producer, community, shop, tax }: typeof NO_AMOUNTS) =>
  sumOf([maker, costs, producer, community, shop, tax])

/** An order in any state: goods, prices, what came and what went back, the latter counted as refunds do. */
function anyOrder({ whole, below, happens, pick }: Random): LedgerOrder {
  const isByCard = happens(0.4)
  const price = () => paise(pick([1, 99, whole(1, 500_00), whole(1, 1_00_00_000_00)]))
  const lines = Array.from({ length: whole(1, 5) }, (_, at): LedgerLine => {
    const quantity = pick([1, 2, whole(1, 9), whole(1, 999)])
    const offerPricePaise = price()
    const isUnstated = happens(0.2)
    const makerPrice = isUnstated ? undefined : { makerPaise: price(), costsPaise: happens(0.3) ? NO_MONEY : price() }
    const percentages = pick([
      { producer: 85, community: 5, shop: 10 },
      { producer: 0, community: 33, shop: 67 },
    ])
    const shares = shareLine({ offerPricePaise, quantity }, makerPrice, percentages)
    const refunded = happens(0.5) ? 0 : below(quantity + 1)
    const writtenOff = happens(0.6) ? 0 : below(quantity + 1)
    return {
      ...{ line: at + 1, parcel: whole(1, 2), producerId: happens(0.1) ? null : `maker ${below(3)}` },
      ...{ isUnstated, quantity, refunded, writtenOff, faulty: below(writtenOff + 1) },
      sentAgain: happens(0.8) ? 0 : below(quantity + 1),
      amounts: { ...shares, tax: wholePercentage(2, times(offerPricePaise, quantity)) },
    }
  })
  const parcels = [...new Set(lines.map((one) => one.parcel))].sort().map((number): LedgerParcel => {
    const owed = sumOf(lines.filter((one) => one.parcel === number).map(({ amounts }) => priceOf(amounts)))
    const cash = isByCard ? NO_MONEY : owed
    const received = pick([NO_MONEY, cash, paise(below(cash + 1))])
    const letGo = happens(0.5) ? minus(cash, received) : NO_MONEY
    return { number, wasDelivered: happens(0.8), isOff: happens(0.2), cash, cashReceived: received, cashLetGo: letGo }
  })
  const order = { isByCard, isPaid: true, lines, parcels, refunded: NO_MONEY }
  const due = refundPaise(
    lines.map(({ amounts, quantity }) => ({
      ...{ offerPricePaise: priceOfOne(amounts, quantity), quantity, refunded: 0, taxPaise: amounts.tax },
    })),
    lines.map(({ refunded }) => refunded),
    NO_MONEY,
  )
  const came = cameFor(order)
  return { ...order, refunded: due < came ? due : came }
}
const priceOfOne = (amounts: LedgerLine['amounts'], quantity: number) =>
  paise(minus(priceOf(amounts), amounts.tax) / quantity)
const cameFor = ({ isByCard, lines, parcels }: LedgerOrder) =>
  isByCard
    ? sumOf(lines.map(({ amounts }) => priceOf(amounts)))
    : sumOf(parcels.map(({ cashReceived }) => cashReceived))

const isSold = ({ isByCard, lines }: LedgerOrder, one: LedgerParcel) =>
  one.wasDelivered &&
  (isByCard ||
    one.cashReceived === one.cash ||
    (one.isOff
      ? one.cashReceived > 0 || lines.some(({ parcel, refunded }) => parcel === one.number && refunded > 0)
      : one.cashLetGo > 0 && plus(one.cashLetGo, one.cashReceived) === one.cash))

it(`of any order in any state, all adds up (seed ${randomTest.seed})`, () => {
  const random = createRandom(randomTest.seed)
  for (let step = 0; step < randomTest.steps; step += 1) {
    const [before, order] = [anyOrder(random), anyOrder(random)]
    const stands = standsOf(order)
    for (const { amounts, kind, line: number, quantity } of stands) {
      const one = order.lines.find(({ line }) => line === number)
      if (!one || kind === 'loss') continue
      // The five shares of any number of pieces add up to their price.
      const gross = minus(priceOf(amounts), amounts.tax)
      expect(gross).toBe(times(priceOfOne(one.amounts, one.quantity), quantity))
      if (kind === 'return' && quantity === -one.quantity) expect(negated(amounts)).toEqual(one.amounts)
    }
    // Where everything is sold the ledger is what came less what went back; where nothing is, it is 0.
    const inLedger = sumOf(stands.map(({ amounts }) => priceOf(amounts)))
    const sold = order.parcels.filter((one) => isSold(order, one))
    if (sold.length === 0) expect(inLedger).toBe(NO_MONEY)
    if (sold.length === order.parcels.length) expect(inLedger).toBe(minus(cameFor(order), order.refunded))
    // From any state to any other of the same order, and back, and nothing the second time.
    const other = { ...before, lines: before.lines, parcels: before.parcels }
    const entered: Stand[] = [...wantedEntries(other, [])]
    const changed = { ...other, lines: other.lines.map((one) => ({ ...one, refunded: 0, writtenOff: 0, faulty: 0 })) }
    entered.push(...wantedEntries(changed, entered))
    expect(wantedEntries(changed, entered)).toEqual([])
    entered.push(...wantedEntries(other, entered))
    expect(wantedEntries(other, entered)).toEqual([])
    // What never happened takes all of it back.
    entered.push(...wantedEntries({ ...other, isPaid: false, parcels: [], lines: changed.lines }, entered))
    const left = entered.reduce((sums, { amounts }) => plusAmounts(sums, amounts), NO_AMOUNTS)
    expect(isNothing(left)).toBe(true)
  }
})

const negated = ({ maker, costs, producer, community, shop, tax }: typeof NO_AMOUNTS) => {
  const of = (amount: Paise) => minus(NO_MONEY, amount)
  return {
    ...{ maker: of(maker), costs: of(costs), producer: of(producer) },
    ...{ community: of(community), shop: of(shop), tax: of(tax) },
  }
}
