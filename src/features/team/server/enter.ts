import { randomBytes } from 'node:crypto'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { type Browser, openSeller } from '#features/auth/server/auth.service.ts'
import { refuseCommonPassword } from '#features/auth/server/common-passwords.ts'
import { hashPassword } from '#features/auth/server/passwords.ts'
import { addPerson, storedRights } from '#features/auth/server/people.ts'
import { hashToken } from '#features/auth/server/sessions.ts'
import { transact } from '#kernel/background.ts'
import type { Deps } from '#kernel/deps.ts'
import { principalOf } from '#kernel/guard/principals.ts'
import type { Session } from '#kernel/guard/session.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { newId } from '#shared/ids.ts'
import { type Right, readRights } from '#shared/rights.ts'
import { DAY_MS } from '#shared/time.ts'
import { inTeamAlready, invitationUsedUp } from '../team.contract.ts'
import { message } from '../team.messages.ts'
import { enterUrl } from './enter-url.ts'
import { findByToken, takeInvitation, writeInvitation } from './invitations.ts'
import { invitationMail } from './team.mails.ts'
import { lockTeam } from './team.service.ts'

const INVITATION_DAYS = 7
const TOKEN_BYTES = 24

/** Mails the link, and answers it this once. Throws IN_TEAM_ALREADY, NOT_LOGGED_IN, NO_RIGHT. */
export async function invitePerson(
  deps: Deps,
  session: Session,
  { name, email, rights }: { name: string; email: string; rights: readonly Right[] },
) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const at = deps.now()
  const id = await transact(deps, async (tx) => {
    const { team, asking } = await lockTeam(tx, session)
    if (team.some((person) => person.email === email)) throw inTeamAlready({ email })
    const stored = storedRights(rights)
    const subject = await writeInvitation(tx, {
      ...{ id: newId(), email, name, rights: stored, token_hash: hashToken(token) },
      ...{ invited_by: session.id, expires_at: at.getTime() + INVITATION_DAYS * DAY_MS },
    })
    const by = asking.name || asking.email
    const mail = invitationMail.of({ name, by, rights: readRights(stored), token, days: INVITATION_DAYS })
    await queueMail(tx, { to: email }, mail, at)
    const summary = `${name} (${email}) invited`
    const changes = stored ? [{ field: 'Rights', old: '', new: stored }] : []
    await recordAct(tx, { who: session, at, action: 'team.invited', subject, summary, changes })
    return subject
  })
  return { _id: id, url: enterUrl(deps.config, token), message: message('INVITED', { name, email }) }
}

export async function checkInvitation({ db, now }: Deps, token: string) {
  const invitation = await findByToken(db, token, now())
  return { works: invitation !== undefined, name: invitation?.name ?? '', email: invitation?.email ?? '' }
}

/** Opens the account and logs in. Throws INVITATION_USED_UP, IN_TEAM_ALREADY, BAD_INPUT for a common password. */
export async function enterTeam(
  deps: Deps,
  { token, password }: { token: string; password: string },
  browser: Browser,
) {
  const at = deps.now()
  // Checked before the expensive hash, so that invented links cost nothing.
  if (!(await findByToken(deps.db, token, at))) throw invitationUsedUp()
  await refuseCommonPassword(password, 'password')
  const passwordHash = await hashPassword(password)
  const open = await transact(deps, async (tx) => {
    const invitation = await takeInvitation(tx, token, at)
    if (!invitation) throw invitationUsedUp()
    const { id, name, email } = invitation
    const rights = readRights(invitation.rights)
    if (!(await addPerson(tx, { id, name, email, rights, passwordHash }, at))) throw inTeamAlready({ email })
    const summary = `${name} came into the team`
    await recordAct(tx, { who: principalOf('seller', id), at, action: 'team.entered', subject: id, summary })
    return openSeller(tx, deps, { id, name, email, rights, hasFactor: false }, browser)
  })
  const { person } = open(browser.reply)
  return { person, message: message('ENTERED', { name: person.name }) }
}
