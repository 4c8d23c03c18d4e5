import type { historyEn } from '#features/orders/history.words.en.ts'
import { followsOrders, type JournalEvent } from '#features/orders/journal/server/journal.ts'
import { type JournalReader, readJournal } from '#features/orders/journal/server/read-journal.ts'
import { parcelMoves } from '#features/orders/orders.moves.ts'
import { parcelCode } from '#features/orders/parcels/parcels.states.ts'
import { everyParcelOf, isOwn } from '#features/orders/parcels/server/parcel-rows.ts'
import { getOrderRow } from '#features/orders/server/order-row.ts'
import type { Job } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { tellOfParcels } from './tell-of-parcels.ts'

type Event = Pick<JournalEvent, 'kind' | 'status' | 'parcel_status'>

/** Its parcels were made: one each for the shop and the producers who send. */
const isConfirmed = ({ status, parcel_status }: Event) => status === 'Confirmed' && parcel_status === null
const isExchanged = ({ kind }: Event) => kind === ('RETURN_SENT_AGAIN' satisfies keyof typeof historyEn)
const isOff = ({ parcel_status }: Event) =>
  parcelMoves.some(({ to, effects }) => to === parcel_status && effects.includes('sender told'))

/** Tells producers who send to pack a parcel, or to keep it. */
export const tellMakers = (deps: Deps, isStopping?: () => boolean) =>
  readJournal(deps, makersReader(deps.now), isStopping)

const makersReader = (now: Deps['now']): JournalReader => ({
  reader: 'parcel mails',
  wants: (event) => isConfirmed(event) || isExchanged(event) || isOff(event),
  most: 20,
  async work(tx, events) {
    for (const event of events) await tell(tx, event, now())
  },
})

async function tell(tx: Tx, event: JournalEvent, now: Date) {
  const order = await getOrderRow(tx, event.order_id)
  const parcels = await everyParcelOf(tx, order.id)
  if (isConfirmed(event)) return tellOfParcels(tx, order, parcels.filter(isOwn), 'send', now)
  if (isExchanged(event)) {
    const codes: string[] = JSON.parse(event.details ?? '{}').parcels
    const sent = parcels.filter(({ number }) => codes.includes(parcelCode(order.number, number)))
    return tellOfParcels(tx, order, sent, 'send', now)
  }
  const kept = parcels.filter((parcel) => (event.parcel === null ? isOwn(parcel) : parcel.number === event.parcel))
  return tellOfParcels(tx, order, kept, 'keep', now)
}

export const parcelMailsJob = (deps: Deps): Job => ({
  name: 'parcel mails',
  first: 'listening',
  everyMs: MINUTE_MS,
  ...followsOrders,
  work: (isStopping) => tellMakers(deps, isStopping),
})
