import { type Browser, checkPassword, lockIfUnchanged, logout } from '#features/auth/server/auth.service.ts'
import { setSessionCookie, startSession } from '#features/auth/server/sessions.ts'
import type { SignedByPasskey } from '#features/second-factor/passkeys.contract.ts'
import { passkeyPlace } from '#features/second-factor/server/passkey-questions.ts'
import { askToSign, readSigned } from '#features/second-factor/server/webauthn.ts'
import { transact } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { callerOf } from '#kernel/guard/rate-limits.ts'
import type { Session } from '#kernel/guard/session.ts'
import { notLoggedIn } from '#shared/app-error.ts'
import type { Language } from '#shared/languages.ts'
import { forgetHere } from '../../push/server/subscriptions.ts'
import { message } from '../../workshop.messages.ts'
import { lockRefused, noLockHere, pinOver, wrongPin } from '../door.contract.ts'
import { MOST_WRONG_PINS } from '../pin.rules.ts'
import { findLock, forgiveWrongPins, noteLockUse, shut, tryPin } from './bindings.ts'
import { deviceToken, findDevice, keepDevice } from './device-cookie.ts'

/** The names that this browser shows. */
export async function listNames({ db, config, now }: Deps, { request, reply }: Browser) {
  reply.header('cache-control', 'no-store')
  const device = await findDevice(db, deviceToken(config, request), now())
  if (!device) return { people: [] }
  const rows = await db
    .selectFrom('workshop_bindings')
    .innerJoin('producer_people as person', 'person.id', 'workshop_bindings.person_id')
    .innerJoin('producers as producer', 'producer.id', 'person.producer_id')
    .select(['person.id', 'person.name', 'person.language', 'producer.name as producer', 'wrong'])
    .select(['pin_hash', 'credential_id'])
    .where('device_id', '=', device.id)
    .orderBy('person.name')
    .orderBy('person.id')
    .execute()
  return {
    people: rows.map(({ id, name, language, producer, wrong, pin_hash, credential_id }) => ({
      ...{ _id: id, name, producer, language },
      ...{ isOver: wrong >= MOST_WRONG_PINS, wrongPins: wrong },
      ...{ hasPin: pin_hash !== '', hasLock: credential_id !== null },
    })),
  }
}

interface ByPin {
  person: string
  pin: string
}

interface ByLock {
  person: string
  lock: SignedByPasskey
}

/** Throws WRONG_PIN, PIN_OVER, WORKSHOP_LOCK_REFUSED, WRONG_CREDENTIALS, TOO_MANY. */
export function login(deps: Deps, input: ByPin | ByLock | { email: string; password: string }, browser: Browser) {
  if ('pin' in input) return openByPin(deps, input, browser)
  return 'lock' in input ? openByLock(deps, input, browser) : openByPassword(deps, input, browser)
}

/** Throws WORKSHOP_NO_LOCK; PIN_OVER where this browser knows no lock of the person. */
export async function askLock(deps: Deps, person: string, { request }: Browser) {
  const place = passkeyPlace(deps.config)
  if (!place) throw noLockHere()
  const device = await findDevice(deps.db, deviceToken(deps.config, request), deps.now())
  const lock = device && (await findLock(deps.db, device.id, person))
  if (!lock) throw pinOver()
  const asked = await askToSign(deps, place, askedOf(person))
  return { ...asked, allowCredentials: [{ id: lock.credential_id, type: 'public-key' as const }] }
}

const askedOf = (person: string) => `lock of ${person}`

async function openByLock(deps: Deps, { person, lock: signed }: ByLock, browser: Browser) {
  const at = deps.now()
  const secret = deviceToken(deps.config, browser.request)
  const device = await findDevice(deps.db, secret, at)
  const lock = device && (await findLock(deps.db, device.id, person))
  const uses = await readSigned(deps, signed, lock, askedOf(person))
  if (!device || !lock || uses === undefined) throw lockRefused()
  await deps.limits.takeBack('login', callerOf(browser.request.ip))
  const opened = await transact(deps, async (tx) => {
    if (!(await noteLockUse(tx, device.id, person, { ...lock, uses }, at))) throw lockRefused()
    await tx.updateTable('workshop_devices').set({ seen_at: at.getTime() }).where('id', '=', device.id).execute()
    return open(tx, deps, person, browser, device.id)
  })
  keepDevice(deps.config, browser.reply, secret)
  return answer(deps, opened, browser)
}

async function openByPin(deps: Deps, { person, pin }: ByPin, browser: Browser) {
  const at = deps.now()
  const secret = deviceToken(deps.config, browser.request)
  const device = await findDevice(deps.db, secret, at)
  const tried = await tryPin(deps.db, device?.id, person, pin, secret)
  if (!device || !tried) throw pinOver()
  if (!tried.isRight) {
    if (tried.left > 0) throw wrongPin({ left: tried.left })
    await transact(deps, (tx) => shut(tx, device.id, person))
    throw pinOver()
  }
  // Only wrong tries count for an address.
  await deps.limits.takeBack('login', callerOf(browser.request.ip))
  const opened = await transact(deps, async (tx) => {
    if (!(await forgiveWrongPins(tx, device.id, person, tried.pinHash, at))) throw pinOver()
    await tx.updateTable('workshop_devices').set({ seen_at: at.getTime() }).where('id', '=', device.id).execute()
    return open(tx, deps, person, browser, device.id)
  })
  keepDevice(deps.config, browser.reply, secret)
  return answer(deps, opened, browser)
}

async function openByPassword(deps: Deps, input: { email: string; password: string }, browser: Browser) {
  const checked = await checkPassword(deps, 'producer', input, browser)
  const opened = await transact(deps, async (tx) => {
    const { id } = await lockIfUnchanged(tx, 'producer', checked)
    return open(tx, deps, id, browser, null)
  })
  return answer(deps, opened, browser)
}

const personWithProducer = (db: Db, personId: string) =>
  db
    .selectFrom('producer_people as person')
    .innerJoin('producers as producer', 'producer.id', 'person.producer_id')
    .select(['person.id', 'person.name', 'producer.id as producer_id', 'producer.name as producer_name'])
    .where('person.id', '=', personId)
    .executeTakeFirst()

async function open(tx: Tx, deps: Deps, personId: string, browser: Browser, deviceId: string | null) {
  const row = await personWithProducer(tx, personId)
  if (!row) throw pinOver()
  const token = await startSession(tx, deps, 'producer', personId, browser.request.headers, { deviceId })
  return { ...row, token }
}

function answer(deps: Deps, { token, ...row }: Awaited<ReturnType<typeof open>>, { reply }: Browser) {
  setSessionCookie(deps, reply, 'producer', token)
  return {
    person: { _id: row.id, name: row.name },
    producer: { _id: row.producer_id, name: row.producer_name },
    message: message('WORKSHOP_OPEN', { name: row.name }),
  }
}

/** Throws NOT_LOGGED_IN when the person was taken out. */
export function workshopOf({ workshop }: Session) {
  if (!workshop) throw notLoggedIn()
  return workshop
}

export function isAuth(session: Session) {
  const { name, isHelper, producer, device } = workshopOf(session)
  return {
    person: { _id: session.id, name, language: session.language ?? 'en', isHelper },
    producer: { _id: producer.id, name: producer.name, isSuspended: producer.isSuspended },
    isShared: device?.isShared ?? false,
  }
}

export async function leave(deps: Deps, browser: Browser) {
  const session = await deps.sessions.find('producer', browser.request.headers.cookie)
  // Who leaves a phone of several is told nothing on it; who only lets it lie is, and a message names nobody.
  if (session?.workshop?.device?.isShared) await transact(deps, (tx) => forgetHere(tx, session))
  await logout(deps, 'producer', browser)
  return { message: message('WORKSHOP_SHUT') }
}

export async function setLanguage({ db }: Deps, { id }: Session, language: Language) {
  await db.updateTable('producer_people').set({ language }).where('id', '=', id).execute()
  return { message: message('LANGUAGE_SAVED') }
}
