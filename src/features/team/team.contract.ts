import { z } from 'zod'
import { SessionInfo, sessionNotFound, Token } from '#features/account/account.contract.ts'
import { NewPassword, Person } from '#features/auth/auth.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { rights } from '#shared/rights.ts'
import { Email, personText } from '#shared/text.ts'
import { appError, finding, message } from './team.messages.ts'

export const personNotFound = appError('PERSON_NOT_FOUND', 404)
export const inTeamAlready = appError('IN_TEAM_ALREADY', 409)
export const lastWithTeam = appError('LAST_WITH_TEAM', 409)
export const invitationUsedUp = appError('INVITATION_USED_UP', 400)

const Done = z.object({ message: z.string() })
const OfPerson = z.object({ id: Id })
const Rights = z.array(z.enum(rights), { error: finding('RIGHTS_MISSING') }).max(rights.length)

export const Teammate = Person.extend({
  email: z.string(),
  state: z.enum(['invited', 'in']),
  isYou: z.boolean(),
  /** Of who is logged in somewhere. */
  lastSeenAt: IsoTime.nullable(),
  /** Of an invitation; a past day: its link does not work any more. */
  invitedUntil: IsoTime.nullable(),
  sessions: z.array(SessionInfo),
})
export type Teammate = z.output<typeof Teammate>

/** By name; who is invited comes last. */
export const listTeam = endpoint('GET', '/api/team', {
  access: 'seller',
  rights: ['team'],
  summary: "The shop's people: what each may do, and where each is logged in",
  response: z.object({
    people: z.array(Teammate),
    /** Until when rights can be changed; null: POST /api/second-factor/again first. */
    provedUntil: IsoTime.nullable(),
  }),
})

const guarded = { access: 'seller', rights: ['team'], proof: true } as const

/** The link is mailed, and answered here once. One for the same address before it ends. */
export const invitePerson = endpoint('POST', '/api/team', {
  ...guarded,
  proof: true,
  summary: "Invite somebody to become one of the shop's people, by a link that works once, for 7 days",
  body: z.object({ name: personText(message('THEIR_NAME'), 200), email: Email, rights: Rights }),
  response: Done.extend({ _id: z.string(), url: z.string() }),
  errors: [inTeamAlready],
})

/** Acts at the next request of the person, or when an invited one comes in. */
export const changeRights = endpoint('PATCH', '/api/team/:id', {
  ...guarded,
  proof: true,
  summary: 'Set what a person may do',
  params: OfPerson,
  body: z.object({ rights: Rights }),
  response: Done,
  errors: [personNotFound, lastWithTeam],
})

/** Logs the person out everywhere, at once; what the person has invited others to ends, too. */
export const removePerson = endpoint('DELETE', '/api/team/:id', {
  ...guarded,
  proof: true,
  summary: 'Remove a person, or take an invitation back',
  params: OfPerson,
  response: Done,
  errors: [personNotFound, lastWithTeam],
})

export const logPersonOut = endpoint('DELETE', '/api/team/:id/sessions', {
  ...guarded,
  proof: true,
  summary: 'Log a person out on every device but the one that asks',
  params: OfPerson,
  response: Done,
  errors: [personNotFound],
})

export const logDeviceOut = endpoint('DELETE', '/api/team/:id/sessions/:device', {
  ...guarded,
  proof: true,
  summary: 'Log a person out on one device',
  params: OfPerson.extend({ device: Id }),
  response: Done,
  errors: [personNotFound, sessionNotFound],
})

/** Tells the link's page for whom it is; does not use it up. */
export const checkInvitation = endpoint('GET', '/api/team/invitation', {
  access: 'public',
  summary: 'Does this link of an invitation work still?',
  query: z.object({ token: Token }),
  response: z.object({ works: z.boolean(), name: z.string(), email: z.string() }),
})

/** Sets the password, opens the account and logs in, once. */
export const enterTeam = endpoint('POST', '/api/team/enter', {
  access: 'public',
  rate: 'passwordReset',
  summary: "Become one of the shop's people by the link of an invitation",
  body: z.object({ token: Token, password: NewPassword }),
  response: Done.extend({ person: Person }),
  errors: [invitationUsedUp, inTeamAlready],
})
