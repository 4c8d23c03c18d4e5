import { parcelCode } from '#features/orders/parcels/parcels.states.ts'
import type { ParcelRow } from '#features/orders/parcels/server/parcel-answer.ts'
import { piecesOfParcels } from '#features/orders/parcels/server/parcel-pieces.ts'
import { readAddress } from '#features/orders/server/order-answer.ts'
import { getOrderRow } from '#features/orders/server/order-row.ts'
import { wakeAfterCommit } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { newId } from '#shared/ids.ts'
import { NO_MONEY } from '#shared/money.ts'
import { browsersOf } from '../../push/server/subscriptions.ts'
import { type MakerParcel, parcelNotToSendMail, parcelToSendMail } from './maker-parcels.mails.ts'

/** `send`: pack and send the parcel. `keep`: it was cancelled. */
export type Telling = 'send' | 'keep'

/** The name of the job that sends pushes. */
export const PUSHING = 'pushes'

type OfOrder = { number: number; address: string }

/**
 * Tells the producers of these parcels of one order: each of their people where they allowed it on a phone, else by mail. The producer's own address
 * has a mail unless a phone was told. Whoever has neither stands in the office's overview.
 */
export async function tellOfParcels(tx: Tx, order: OfOrder, parcels: readonly ParcelRow[], what: Telling, now: Date) {
  const told = await toTell(tx, order, parcels)
  if (told.length === 0) return
  const ids = told.map(({ producerId }) => producerId)
  const browsers = Map.groupBy(await browsersOf(tx, ids), ({ producer_id }) => producer_id)
  for (const one of told) {
    const own = browsers.get(one.producerId) ?? []
    await queuePushes(tx, one, own, what, now)
    const onPhones = new Set(own.map(({ person_id }) => person_id))
    await mailMaker(tx, one, what, now, { people: (id) => !onPhones.has(id), producer: own.length === 0 })
  }
}

/** After no push reached a person: a mail to them, and to the producer's own address where it reached none of the others either. */
export async function mailInstead(
  tx: Tx,
  { parcelId, personId, isLast }: { parcelId: string; personId: string; isLast: boolean },
  what: Telling,
  now: Date,
) {
  const row = await tx.selectFrom('parcels').selectAll().where('id', '=', parcelId).executeTakeFirst()
  if (!row) return
  const order = await getOrderRow(tx, row.order_id)
  for (const told of await toTell(tx, order, [row]))
    await mailMaker(tx, told, what, now, { people: (id) => id === personId, producer: isLast })
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

async function queuePushes(
  tx: Tx,
  { parcel }: Told,
  browsers: readonly { id: string; person_id: string }[],
  kind: Telling,
  now: Date,
) {
  if (browsers.length === 0) return
  const at = now.getTime()
  const rows = browsers.map(({ id, person_id }) => ({
    ...{ id: newId(), subscription_id: id, person_id, kind, parcel_id: parcel.parcelId, at, due_at: at },
  }))
  await tx.insertInto('push_messages').values(rows).execute()
  wakeAfterCommit(tx, PUSHING)
}

interface Readers {
  people: (id: string) => boolean
  /** The producer's own address, too, unless it is that of one of the people. */
  producer: boolean
}

/** Mails to those of them who have an address, each in the reader's language. */
async function mailMaker(tx: Tx, { producerId, parcel }: Told, what: Telling, now: Date, to: Readers) {
  const kind = what === 'send' ? parcelToSendMail : parcelNotToSendMail
  const people = await peopleOf(tx, producerId)
  const producers = tx.selectFrom('producers').select(['email', 'language']).where('id', '=', producerId)
  const own = to.producer ? await producers.execute() : []
  const addresses = new Set(people.map(({ email }) => email))
  const readers = [...people.filter(({ id }) => to.people(id)), ...own.filter(({ email }) => !addresses.has(email))]
  const mail = { ...parcel, inWorkshop: people.some(({ canEnter }) => canEnter) }
  for (const { email, language } of readers) if (email) await queueMail(tx, { to: email }, kind.of(mail, language), now)
}

/** `canEnter`: a password or a bound phone opens the workshop for them, if only after the office has let it in again. */
async function peopleOf(tx: Tx, producerId: string) {
  const rows = await tx
    .selectFrom('producer_people as person')
    .select(['person.id', 'person.email', 'person.language', 'person.password_hash'])
    .select((row) =>
      row
        .selectFrom('workshop_bindings')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('workshop_bindings.person_id', '=', 'person.id')
        .as('phones'),
    )
    .where('producer_id', '=', producerId)
    .orderBy('person.created_at')
    .orderBy('person.id')
    .execute()
  return rows.map(({ password_hash, phones, ...person }) => ({
    ...person,
    canEnter: password_hash !== null || Number(phones) > 0,
  }))
}
