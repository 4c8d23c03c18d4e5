import { recordAct } from '#features/audit/server/audit.service.ts'
import type { Browser } from '#features/auth/server/auth.service.ts'
import { refuseCommonPassword } from '#features/auth/server/common-passwords.ts'
import { hashPassword } from '#features/auth/server/passwords.ts'
import { setSessionCookie, startSession } from '#features/auth/server/sessions.ts'
import type { NewPasskey } from '#features/second-factor/passkeys.contract.ts'
import { passkeyPlace } from '#features/second-factor/server/passkey-questions.ts'
import { askForPasskey, readNewPasskey } from '#features/second-factor/server/webauthn.ts'
import { transact } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { principalOf } from '#kernel/guard/principals.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { badInput } from '#shared/app-error.ts'
import { indianDay } from '#shared/day.ts'
import { newId } from '#shared/ids.ts'
import type { Language } from '#shared/languages.ts'
import { message } from '../../workshop.messages.ts'
import { invitationOver, lockRefused, noLockHere, pinOrPassword, wrongPhoneEnd } from '../door.contract.ts'
import { pinProblem } from '../pin.rules.ts'
import { bind, hashPin } from './bindings.ts'
import { bindDevice, deviceToken, keepDevice } from './device-cookie.ts'
import { personEnteredMail } from './door.mails.ts'
import { sayEmailTaken } from './email-taken.ts'
import { checkPhoneEnd, findByToken, type Invitation, takeInvitation } from './invitations.ts'

type Optional<T> = { [Name in keyof T]?: T[Name] | undefined }

const producerOf = (db: Db, id: string) =>
  db.selectFrom('producers').select(['id as _id', 'name']).where('id', '=', id).executeTakeFirstOrThrow()

/** Throws INVITATION_OVER; WRONG_PHONE_END, which costs one of five tries. */
async function findFor(deps: Pick<Deps, 'db' | 'now'>, token: string, phoneEnd: string) {
  const invitation = await findByToken(deps.db, token, deps.now())
  if (!invitation) throw invitationOver()
  const { isRight, left } = await checkPhoneEnd(deps.db, invitation, phoneEnd)
  if (!isRight) throw left > 0 ? wrongPhoneEnd({ left }) : invitationOver()
  return invitation
}

/** Throws INVITATION_OVER, WRONG_PHONE_END. */
export async function lookAtInvitation(
  deps: Deps,
  { token, phoneEnd }: { token: string; phoneEnd?: string | undefined },
) {
  const found = await findByToken(deps.db, token, deps.now())
  if (!found) throw invitationOver()
  if (found.phone !== null && !phoneEnd) return { asksPhone: true, invitation: null }
  const {
    name,
    producer_id,
    invited_by_name: by,
    language,
    helper,
    expires_at,
  } = await findFor(deps, token, phoneEnd ?? '')
  const producer = await producerOf(deps.db, producer_id)
  return {
    asksPhone: false,
    invitation: {
      ...{ name, producer: producer.name, by, language, isHelper: helper === 1 },
      until: new Date(expires_at),
    },
  }
}

interface Entering
  extends Optional<{
    phoneEnd: string
    name: string
    language: Language
    pin: string
    lock: NewPasskey
    email: string
    password: string
  }> {
  token: string
}

/** Throws INVITATION_OVER, WRONG_PHONE_END, WORKSHOP_NO_LOCK. */
export async function askNewLock(deps: Deps, { token, phoneEnd }: Pick<Entering, 'token' | 'phoneEnd'>) {
  const { id, name } = await findFor(deps, token, phoneEnd ?? '')
  const place = passkeyPlace(deps.config)
  if (!place) throw noLockHere()
  return askForPasskey(deps, {
    id: place.id,
    askedOf: askedOf(id),
    userId: newId(),
    userName: name,
    userDisplayName: name,
  })
}

const askedOf = (invitationId: string) => `invitation ${invitationId}`

/** Throws INVITATION_OVER, WRONG_PHONE_END, PIN_OR_PASSWORD, WORKSHOP_LOCK_REFUSED, WORKSHOP_EMAIL_TAKEN, and BAD_INPUT for a PIN or password that is easy to guess. */
export async function enterWorkshop(deps: Deps, input: Entering, browser: Browser) {
  const at = deps.now()
  const { pin, password } = input
  if (pin === undefined && password === undefined && input.lock === undefined) throw pinOrPassword()
  const problem = pin === undefined ? undefined : pinProblem(pin, Number(indianDay(at).slice(0, 4)))
  if (problem) throw badInput({ pin: problem })
  const { id } = await findFor(deps, input.token, input.phoneEnd ?? '')
  const device = deviceToken(deps.config, browser.request)
  if (password !== undefined) await refuseCommonPassword(password, 'password')
  const [pinHash, passwordHash] = [
    pin === undefined ? undefined : await hashPin(pin, device),
    password === undefined ? undefined : await hashPassword(password),
  ]
  const lock = input.lock && (await readNewPasskey(deps, input.lock, askedOf(id)))
  if (input.lock && !lock) throw lockRefused()
  const binds = pinHash !== undefined || lock !== undefined
  const { token, person, producer } = await transact(deps, async (tx) => {
    const invitation = await takeInvitation(tx, id, at)
    if (!invitation) throw invitationOver()
    const email = input.email ?? invitation.email
    if (passwordHash !== undefined && email === null) throw pinOrPassword()
    const person = await putPerson(tx, invitation, { ...input, email, passwordHash }, at)
    const producer = await producerOf(tx, invitation.producer_id)
    const deviceId = binds ? await bindDevice(tx, device, browser.request, at) : null
    if (deviceId !== null) await bind(tx, deviceId, person._id, { pinHash, lock }, at)
    await tellOffice(tx, invitation, { name: person.name, producer: producer.name }, at)
    const summary = `${person.name} opened the workshop of ${producer.name}`
    const act = { action: 'workshop.entered', subject: producer._id, summary } as const
    await recordAct(tx, { who: principalOf('producer', person._id), at, ...act })
    return {
      ...{ person, producer },
      token: await startSession(tx, deps, 'producer', person._id, browser.request.headers, { deviceId }),
    }
  }).catch(sayEmailTaken)
  if (binds) keepDevice(deps.config, browser.reply, device)
  setSessionCookie(deps, browser.reply, 'producer', token)
  return { person, producer, message: message('WORKSHOP_OPEN', { name: person.name }) }
}

/** Whom the invitation lets in: somebody new, or somebody who is there already and has another phone, or another PIN. */
async function putPerson(
  tx: Tx,
  invitation: Invitation,
  given: Optional<{ name: string; language: Language; passwordHash: string }> & { email: string | null },
  now: Date,
) {
  const name = given.name ?? invitation.name
  const language = given.language ?? invitation.language
  const login = given.passwordHash === undefined ? {} : { email: given.email, password_hash: given.passwordHash }
  if (invitation.person_id !== null) {
    const found = await tx
      .updateTable('producer_people')
      .set({ name, language, ...login })
      .where('id', '=', invitation.person_id)
      .returning('id')
      .executeTakeFirst()
    if (!found) throw invitationOver()
    return { _id: found.id, name }
  }
  const id = newId()
  await tx
    .insertInto('producer_people')
    .values({
      ...{ id, producer_id: invitation.producer_id, name, language, helper: invitation.helper },
      ...{ email: null, password_hash: null, ...login, created_at: now.getTime() },
    })
    .execute()
  return { _id: id, name }
}

/** Whoever of the shop's people made the invitation hears that it was used. */
async function tellOffice(tx: Tx, { invited_by }: Invitation, of: { name: string; producer: string }, now: Date) {
  const inviter = await tx.selectFrom('sellers').select('email').where('id', '=', invited_by).executeTakeFirst()
  if (inviter) await queueMail(tx, { to: inviter.email }, personEnteredMail.of(of), now)
}
