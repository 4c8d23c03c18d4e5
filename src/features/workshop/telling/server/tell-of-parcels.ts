import { parcelCode } from '#features/orders/parcels/parcels.states.ts'
import type { ParcelRow } from '#features/orders/parcels/server/parcel-answer.ts'
import { piecesOfParcels } from '#features/orders/parcels/server/parcel-pieces.ts'
import { readAddress } from '#features/orders/server/order-answer.ts'
import type { Tx } from '#kernel/db/database.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import type { Language } from '#shared/languages.ts'
import { NO_MONEY } from '#shared/money.ts'
import { type MakerParcel, parcelNotToSendMail, parcelToSendMail } from './maker-parcels.mails.ts'

/** `send`: pack and send the parcel. `keep`: it was cancelled. */
export type Telling = 'send' | 'keep'

type OfOrder = { number: number; address: string }

/** Tells the producers of these parcels of one order. Whoever has neither phone nor address stands in the office's overview. */
export async function tellOfParcels(tx: Tx, order: OfOrder, parcels: readonly ParcelRow[], what: Telling, now: Date) {
  for (const told of await toTell(tx, order, parcels)) await mailMaker(tx, told, what, now)
}

interface Told {
  producerId: string
  parcel: MakerParcel
}

/** What mails say of the parcels that producers send. */
async function toTell(tx: Tx, order: OfOrder, parcels: readonly ParcelRow[]): Promise<Told[]> {
  const theirs = parcels.filter(({ sender }) => sender !== null)
  const pieces = await piecesOfParcels(tx, theirs)
  const town = readAddress(order.address).city
  return theirs.flatMap((row) => {
    if (row.sender_id === null) return []
    const parcel = {
      ...{ parcelId: row.id, code: parcelCode(order.number, row.number), town },
      pieces: (pieces.get(row.id) ?? []).map(({ name, quantity }) => `${quantity} × ${name}`),
      cashPaise: row.cash_received_paise > 0 ? NO_MONEY : row.cash_paise,
    }
    return [{ producerId: row.sender_id, parcel }]
  })
}

/** Mails to each of the producer's people with an address, and to the producer's own, each in the reader's language. */
async function mailMaker(tx: Tx, { producerId, parcel }: Told, what: Telling, now: Date) {
  const kind = what === 'send' ? parcelToSendMail : parcelNotToSendMail
  const people = await tx
    .selectFrom('producer_people')
    .select(['email', 'language'])
    .where('producer_id', '=', producerId)
    .orderBy('created_at')
    .execute()
  const producers = tx.selectFrom('producers').select(['email', 'language']).where('id', '=', producerId)
  const readers = new Map<string, Language>()
  for (const { email, language } of [...people, ...(await producers.execute())])
    if (email && !readers.has(email)) readers.set(email, language)
  const mail = { ...parcel, inWorkshop: people.length > 0 }
  for (const [to, language] of readers) await queueMail(tx, { to }, kind.of(mail, language), now)
}
