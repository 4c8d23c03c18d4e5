import type { Act } from '#features/audit/server/audit.service.ts'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { endSessions } from '#features/auth/server/sessions.ts'
import { producerNotFound } from '#features/producers/producers.contract.ts'
import { transact } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Session } from '#kernel/guard/session.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { newId } from '#shared/ids.ts'
import { workshopEmailTaken } from '../../door/door.contract.ts'
import { MOST_WRONG_PINS } from '../../door/pin.rules.ts'
import { endBinding } from '../../door/server/bindings.ts'
import { workshopInvitationMail } from '../../door/server/door.mails.ts'
import { workshopEnterUrl, writeInvitation } from '../../door/server/invitations.ts'
import { message } from '../../workshop.messages.ts'
import {
  type Invited,
  type PeopleAndDevices,
  tooManyPeople,
  workshopDeviceGone,
  workshopPersonGone,
} from '../people.contract.ts'

const MOST_PEOPLE = 30

/** Throws PRODUCER_NOT_FOUND. */
async function lockProducer(tx: Tx, id: string) {
  const producer = tx.selectFrom('producers').select(['id', 'name']).where('id', '=', id)
  const row = await lockRows(tx, producer).executeTakeFirst()
  if (!row) throw producerNotFound()
  return row
}

const nameOf = async (tx: Tx, session: Session) => {
  if (session.workshop) return session.workshop.name
  const person = tx.selectFrom('sellers').select('name').where('id', '=', session.id)
  return (await person.executeTakeFirst())?.name
}

/** `session` asks: one of the shop's people, or one of the producer's. Throws PRODUCER_NOT_FOUND. */
export async function listPeople({ db, now }: Deps, session: Session, producerId: string): Promise<PeopleAndDevices> {
  const known = db.selectFrom('producers').select('id').where('id', '=', producerId)
  if (!(await known.executeTakeFirst())) throw producerNotFound()
  const people = await db
    .selectFrom('producer_people')
    .leftJoin('sessions', (join) =>
      join.onRef('sessions.account_id', '=', 'producer_people.id').on('sessions.role', '=', 'producer'),
    )
    .select(['id', 'name', 'helper', 'language', 'producer_people.created_at', 'password_hash'])
    .select(({ fn }) => fn.max('last_seen_at').as('last_seen_at'))
    .where('producer_id', '=', producerId)
    .groupBy('id')
    .orderBy('name')
    .orderBy('id')
    .execute()
  const bindings = await bindingsOf(db, producerId)
  const invitations = await db
    .selectFrom('producer_invitations')
    .select(['id', 'name', 'helper', 'expires_at'])
    .where('producer_id', '=', producerId)
    .where('expires_at', '>', now().getTime())
    .orderBy('expires_at', 'desc')
    .orderBy('id')
    .execute()
  const works = bindings.filter(({ wrong, paused }) => wrong < MOST_WRONG_PINS && paused === 0)
  return {
    people: people.map(({ id, name, helper, language, created_at, password_hash, last_seen_at }) => ({
      ...{ _id: id, name, isHelper: helper === 1, language },
      opensWith: [
        ...(works.some(({ person_id, pin_hash }) => person_id === id && pin_hash !== '') ? (['PIN'] as const) : []),
        ...(works.some((one) => one.person_id === id && one.credential_id !== null) ? (['lock'] as const) : []),
        ...(password_hash === null ? [] : (['password'] as const)),
      ],
      lastSeenAt: last_seen_at === null ? null : new Date(Number(last_seen_at)),
      since: new Date(created_at),
    })),
    devices: [...Map.groupBy(bindings, ({ device_id }) => device_id)].flatMap(([id, [first, ...others]]) =>
      first === undefined
        ? []
        : {
            ...{ _id: id, device: first.device, isShared: first.shared === 1, isPaused: first.paused === 1 },
            people: [first, ...others].map(({ person_id, name, wrong }) => ({
              ...{ _id: person_id, name, isOver: wrong >= MOST_WRONG_PINS },
            })),
            isThisDevice: session.workshop?.device?.id === id,
            since: new Date(first.created_at),
            lastSeenAt: new Date(first.seen_at),
          },
    ),
    invitations: invitations.map(({ id, name, helper, expires_at }) => ({
      ...{ _id: id, name, isHelper: helper === 1, until: new Date(expires_at) },
    })),
  }
}

const bindingsOf = (db: Db, producerId: string) =>
  db
    .selectFrom('workshop_bindings')
    .innerJoin('workshop_devices as device', 'device.id', 'workshop_bindings.device_id')
    .innerJoin('producer_people as person', 'person.id', 'workshop_bindings.person_id')
    .select(['device_id', 'device.name as device', 'device.created_at', 'device.seen_at', 'shared', 'paused'])
    .select(['person_id', 'person.name', 'wrong', 'pin_hash', 'credential_id'])
    .where('person.producer_id', '=', producerId)
    .orderBy('device.seen_at', 'desc')
    .orderBy('device_id')
    .orderBy('person.name')
    .execute()

/** The link is answered this once. Throws PRODUCER_NOT_FOUND, WORKSHOP_PERSON_GONE, WORKSHOP_EMAIL_TAKEN, TOO_MANY_PEOPLE. */
export async function invite(deps: Deps, session: Session, producerId: string, invited: Invited) {
  const at = deps.now()
  const { name, email = null, phone = null, language, person } = invited
  const id = newId()
  const { token, until } = await transact(deps, async (tx) => {
    const producer = await lockProducer(tx, producerId)
    const before = person === undefined ? undefined : await getPerson(tx, producerId, person)
    if (email !== null) await refuseTakenEmail(tx, email, person)
    const open = await tx
      .selectFrom('producer_invitations')
      .select('id')
      .where('producer_id', '=', producerId)
      .unionAll(tx.selectFrom('producer_people').select('id').where('producer_id', '=', producerId))
      .execute()
    if (open.length >= MOST_PEOPLE) throw tooManyPeople({ most: MOST_PEOPLE })
    const by = (await nameOf(tx, session)) || deps.config.storeName
    const helper = (before ? before.helper === 1 : invited.helper) ? 1 : 0
    const written = await writeInvitation(
      tx,
      {
        ...{ id, producer_id: producerId, person_id: person ?? null, name, email, phone, language, helper },
        ...{ invited_by: session.id, invited_by_name: by },
      },
      at,
    )
    const { token, days } = written
    if (email !== null) {
      const mail = workshopInvitationMail.of({ name, by, producer: producer.name, token, days }, language)
      await queueMail(tx, { to: email }, mail, at)
    }
    await note(tx, session, at, {
      ...{ action: 'workshop.invited', subject: producerId },
      summary: `${name} invited to the workshop of ${producer.name}${helper ? ', as a helper' : ''}`,
    })
    return written
  })
  return { _id: id, url: workshopEnterUrl(deps.config, token), until, message: message('PERSON_INVITED', { name }) }
}

const note = (tx: Tx, who: Session, at: Date, act: Act) => recordAct(tx, { who, at, ...act })

async function refuseTakenEmail(tx: Tx, email: string, own: string | undefined) {
  const other = tx.selectFrom('producer_people').select('id').where('email', '=', email)
  const taken = await other.executeTakeFirst()
  if (taken && taken.id !== own) throw workshopEmailTaken()
}

/** Throws WORKSHOP_PERSON_GONE for another producer's, too. */
async function getPerson(tx: Tx, producerId: string, id: string) {
  const people = tx.selectFrom('producer_people').select(['id', 'name', 'helper']).where('producer_id', '=', producerId)
  const person = await people.where('id', '=', id).executeTakeFirst()
  if (!person) throw workshopPersonGone()
  return person
}

/** Throws WORKSHOP_PERSON_GONE. */
export async function takeInvitationBack(deps: Deps, session: Session, producerId: string, id: string) {
  return transact(deps, async (tx) => {
    const gone = await tx
      .deleteFrom('producer_invitations')
      .where('id', '=', id)
      .where('producer_id', '=', producerId)
      .returning('name')
      .executeTakeFirst()
    if (!gone) throw workshopPersonGone()
    const summary = `Invitation of ${gone.name} taken back`
    await note(tx, session, deps.now(), { action: 'workshop.invitation-ended', subject: producerId, summary })
    return { message: message('INVITATION_TAKEN_BACK', { name: gone.name }) }
  })
}

/** Ends sessions, PINs and open invitations of the person. Throws WORKSHOP_PERSON_GONE. */
export async function removePerson(deps: Deps, session: Session, producerId: string, id: string) {
  return transact(deps, async (tx) => {
    const { name } = await getPerson(tx, producerId, id)
    // Who takes the own name out does so while it is still there.
    const summary = `${name} taken out of the workshop`
    await note(tx, session, deps.now(), { action: 'workshop.person-removed', subject: producerId, summary })
    await forgetPerson(tx, id)
    return { message: message('PERSON_TAKEN_OUT', { name }) }
  })
}

/** With sessions, PINs and invitations, and with phones that nobody else opens a workshop on. */
export async function forgetPerson(tx: Tx, id: string) {
  await endSessions(tx, 'producer', id)
  for (const table of ['workshop_bindings', 'producer_invitations'] as const)
    await tx.deleteFrom(table).where('person_id', '=', id).execute()
  await tx.deleteFrom('producer_people').where('id', '=', id).execute()
  await forgetEmptyDevices(tx)
}

const forgetEmptyDevices = (tx: Tx) =>
  tx
    .deleteFrom('workshop_devices')
    .where('id', 'not in', tx.selectFrom('workshop_bindings').select('device_id'))
    .execute()

/** The bindings of a phone on which one of the producer's people is known. Throws WORKSHOP_DEVICE_GONE. */
async function bindingsOn(tx: Tx, producerId: string, deviceId: string) {
  const all = await tx
    .selectFrom('workshop_bindings')
    .innerJoin('producer_people as person', 'person.id', 'person_id')
    .innerJoin('workshop_devices as device', 'device.id', 'device_id')
    .select(['person_id', 'producer_id', 'device.name as device'])
    .where('device_id', '=', deviceId)
    .execute()
  const [own] = all.filter(({ producer_id }) => producer_id === producerId)
  if (!own) throw workshopDeviceGone()
  return { all, device: own.device }
}

/** `ofAll`: the phone was lost, so it forgets other producers' people, too. Throws WORKSHOP_DEVICE_GONE. */
export async function removeDevice(
  deps: Deps,
  session: Session,
  producerId: string,
  id: string,
  { ofAll = false } = {},
) {
  return transact(deps, async (tx) => {
    const { all, device } = await bindingsOn(tx, producerId, id)
    const summary = `${device} opens the workshop no more`
    await note(tx, session, deps.now(), { action: 'workshop.device-ended', subject: producerId, summary })
    for (const { person_id, producer_id } of all)
      if (ofAll || producer_id === producerId) await endBinding(tx, id, person_id)
    await forgetEmptyDevices(tx)
    return { message: message('DEVICE_TAKEN_OUT', { device }) }
  })
}

/** After a restore. Throws WORKSHOP_DEVICE_GONE. */
export async function resumeDevice(deps: Deps, session: Session, producerId: string, id: string) {
  return transact(deps, async (tx) => {
    const { device } = await bindingsOn(tx, producerId, id)
    await tx.updateTable('workshop_devices').set({ paused: 0 }).where('id', '=', id).execute()
    const summary = `${device} opens the workshop again after a restore`
    await note(tx, session, deps.now(), { action: 'workshop.device-resumed', subject: producerId, summary })
    return { message: message('DEVICE_LET_IN', { device }) }
  })
}
