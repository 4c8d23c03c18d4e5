import { sessionNotFound } from '#features/account/account.contract.ts'
import { endAllLinks } from '#features/account/server/account-links.ts'
import { findDevice, listDevices } from '#features/account/server/sessions-of.ts'
import { changesBetween } from '#features/audit/audit.changes.ts'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { describeDevice } from '#features/auth/server/device.ts'
import * as people from '#features/auth/server/people.ts'
import { provedUntil } from '#features/auth/server/proofs.ts'
import { endSession, endSessions } from '#features/auth/server/sessions.ts'
import { takeFactorsOff } from '#features/second-factor/server/factors.ts'
import { noteMoneyTaken } from '#features/second-yes/server/one-with-money.ts'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Session } from '#kernel/guard/session.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { noRight, notLoggedIn } from '#shared/app-error.ts'
import { type Right, readRights } from '#shared/rights.ts'
import { lastWithTeam, personNotFound, type Teammate } from '../team.contract.ts'
import { message } from '../team.messages.ts'
import { endInvitationsBy, findInvitation, listInvitations, removeInvitation, setInvitedRights } from './invitations.ts'
import { removedMail, rightsChangedMail } from './team.mails.ts'

export async function listTeam(deps: Deps, session: Session) {
  const [known, invited] = await Promise.all([people.listPeople(deps.db), listInvitations(deps.db)])
  const inTeam = await Promise.all(
    known.map(async ({ id, ...person }): Promise<Teammate> => {
      const sessions = await listDevices(deps, 'seller', id, session)
      const lastSeenAt = sessions[0]?.lastSeenAt ?? null
      return { _id: id, ...person, state: 'in', isYou: id === session.id, lastSeenAt, invitedUntil: null, sessions }
    }),
  )
  const coming = invited.map(
    ({ id, name, email, rights, expires_at }): Teammate => ({
      ...{ _id: id, name, email, rights: readRights(rights), state: 'invited', isYou: false },
      ...{ lastSeenAt: null, invitedUntil: new Date(expires_at), sessions: [] },
    }),
  )
  return { people: [...inTeam, ...coming], provedUntil: provedUntil(deps, session) }
}

/** What a person is called: the name, or the address where a setting made the account. */
const called = ({ name, email }: { name: string; email: string }) => name || email

/**
 * Locks all people, so that two who take `team` from each other, in two processes, do so one after the other. Throws NOT_LOGGED_IN, NO_RIGHT when
 * whoever asks was removed or lost the right meanwhile.
 */
export async function lockTeam(tx: Tx, session: Session) {
  const team = await people.lockPeople(tx)
  const asking = team.find(({ id }) => id === session.id)
  if (!asking) throw notLoggedIn()
  if (!asking.rights.includes('team')) throw noRight({ rights: ['team'] })
  return { team, asking }
}

/** Throws LAST_WITH_TEAM where nobody but this person has the right. */
function checkOthers(team: readonly people.Person[], id: string) {
  if (!team.some((person) => person.id !== id && person.rights.includes('team'))) throw lastWithTeam()
}

/** Told to the person by mail. Throws PERSON_NOT_FOUND, LAST_WITH_TEAM, NOT_LOGGED_IN, NO_RIGHT. */
export async function changeRights(deps: Deps, session: Session, id: string, rights: readonly Right[]) {
  const name = await transact(deps, async (tx) => {
    const { team, asking } = await lockTeam(tx, session)
    const person = team.find((one) => one.id === id)
    const invited = person ? undefined : await findInvitation(tx, id)
    const known = person ?? (invited && { ...invited, rights: readRights(invited.rights) })
    if (!known) throw personNotFound()
    if (person && !rights.includes('team')) {
      checkOthers(team, id)
      await endInvitationsBy(tx, id)
    }
    await (person ? people.setRights(tx, id, rights) : setInvitedRights(tx, id, rights))
    if (person && !rights.includes('money')) await noteMoneyTaken(deps, tx, { team, from: person, by: asking })
    const changes = changesBetween(
      { Rights: people.storedRights(known.rights) },
      { Rights: people.storedRights(rights) },
    )
    const act = { action: 'team.rights', subject: id, summary: `Rights of ${called(known)} changed`, changes } as const
    if (changes.length === 0) return called(known)
    await recordAct(tx, { who: session, at: deps.now(), ...act })
    if (person && id !== session.id) {
      const mail = rightsChangedMail.of({ name: person.name, by: called(asking), rights: [...rights] })
      await queueMail(tx, { to: person.email }, mail, deps.now())
    }
    return called(known)
  })
  return { message: message('RIGHTS_SAVED', { name }) }
}

/** Logs the person out everywhere, and tells by mail. Throws PERSON_NOT_FOUND, LAST_WITH_TEAM, NOT_LOGGED_IN, NO_RIGHT. */
export async function removePerson(deps: Deps, session: Session, id: string) {
  return transact(deps, async (tx) => {
    const { team, asking } = await lockTeam(tx, session)
    const person = team.find((one) => one.id === id)
    const known = person ?? (await findInvitation(tx, id))
    if (!known) throw personNotFound()
    const name = called(known)
    if (person) checkOthers(team, id)
    const summary = person ? `${name} removed from the team` : `Invitation of ${name} taken back`
    await recordAct(tx, { who: session, at: deps.now(), action: 'team.removed', subject: id, summary })
    if (!person) {
      await removeInvitation(tx, id)
      return { message: message('TAKEN_BACK', { name }) }
    }
    await endInvitationsBy(tx, id)
    await endAllLinks(tx, id)
    await takeFactorsOff(tx, { id })
    await people.removePerson(tx, id)
    await noteMoneyTaken(deps, tx, { team, from: person, by: asking })
    if (id !== session.id) {
      const mail = removedMail.of({ name: person.name, by: called(asking), email: asking.email })
      await queueMail(tx, { to: person.email }, mail, deps.now())
    }
    return { message: message('REMOVED', { name }) }
  })
}

/** Ends the sessions of a person, but for the one that asks. Throws PERSON_NOT_FOUND, NOT_LOGGED_IN, NO_RIGHT. */
export async function logPersonOut(deps: Deps, session: Session, id: string) {
  const name = await transact(deps, async (tx) => {
    const { team } = await lockTeam(tx, session)
    const person = team.find((one) => one.id === id)
    if (!person) throw personNotFound()
    await endSessions(tx, 'seller', id, session.tokenHash)
    const summary = `${called(person)} logged out on every device`
    await recordAct(tx, { who: session, at: deps.now(), action: 'team.logged-out', subject: id, summary })
    return called(person)
  })
  return { message: message('LOGGED_OUT_EVERYWHERE', { name }) }
}

/** Throws PERSON_NOT_FOUND, SESSION_NOT_FOUND, NOT_LOGGED_IN, NO_RIGHT. */
export async function logDeviceOut(deps: Deps, session: Session, { id, device }: { id: string; device: string }) {
  const values = await transact(deps, async (tx) => {
    const { team } = await lockTeam(tx, session)
    const person = team.find((one) => one.id === id)
    if (!person) throw personNotFound()
    const found = await findDevice({ ...deps, db: tx }, 'seller', id, device)
    if (!found) throw sessionNotFound()
    await endSession(tx, found.token_hash)
    const values = { name: called(person), device: describeDevice(found.user_agent) }
    const summary = `${values.name} logged out on ${values.device}`
    await recordAct(tx, { who: session, at: deps.now(), action: 'team.logged-out', subject: id, summary })
    return values
  })
  return { message: message('LOGGED_OUT_ON', values) }
}
