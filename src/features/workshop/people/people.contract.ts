import { z } from 'zod'
import { cleanPhone, mobileProblem } from '#features/addresses/addresses.rules.ts'
import { producerNotFound } from '#features/producers/producers.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { textOf } from '#shared/messages.ts'
import { Email, personText } from '#shared/text.ts'
import { Language, workshopEmailTaken } from '../door/door.contract.ts'
import { appError, message } from '../workshop.messages.ts'

export const workshopPersonGone = appError('WORKSHOP_PERSON_GONE', 404)
export const workshopDeviceGone = appError('WORKSHOP_DEVICE_GONE', 404)
export const tooManyPeople = appError('TOO_MANY_PEOPLE', 409)

const Done = z.object({ message: z.string() })

const Phone = z
  .string()
  .transform(cleanPhone)
  .superRefine((phone, ctx) => {
    const problem = mobileProblem(phone)
    if (problem) ctx.addIssue({ code: 'custom', message: textOf(problem) })
  })

/** With `person` somebody who is there already comes in on another phone, or with a new PIN. */
export const Invited = z.object({
  name: personText(message('NAME_OF_PERSON'), 200),
  email: Email.optional(),
  phone: Phone.optional(),
  language: Language.default('hi'),
  helper: z.boolean().default(false),
  person: Id.optional(),
})
export type Invited = z.output<typeof Invited>

const InvitationMade = Done.extend({
  _id: z.string(),
  /** Answered this once. */
  url: z.string(),
  until: IsoTime,
})

export const PersonOfProducer = z.object({
  _id: z.string(),
  name: z.string(),
  isHelper: z.boolean(),
  language: Language,
  /** What works of the PIN, the lock of a phone and the password; empty: nothing does any more. */
  opensWith: z.array(z.enum(['PIN', 'lock', 'password'])),
  lastSeenAt: IsoTime.nullable(),
  since: IsoTime,
})

export const DeviceOfProducer = z.object({
  _id: z.string(),
  device: z.string(),
  /** Those of this producer alone. */
  people: z.array(z.object({ _id: z.string(), name: z.string(), isOver: z.boolean() })),
  isShared: z.boolean(),
  isThisDevice: z.boolean(),
  since: IsoTime,
  lastSeenAt: IsoTime,
  /** After a restore it opens nothing until somebody of the shop lets it in. */
  isPaused: z.boolean(),
})

export const OpenInvitation = z.object({
  ...{ _id: z.string(), name: z.string(), isHelper: z.boolean(), until: IsoTime },
})

const PeopleAndDevices = z.object({
  people: z.array(PersonOfProducer),
  devices: z.array(DeviceOfProducer),
  invitations: z.array(OpenInvitation),
})
export type PeopleAndDevices = z.output<typeof PeopleAndDevices>

const office = { access: 'seller', rights: ['producers'] } as const
const OfProducer = z.object({ id: Id })

export const listProducerPeople = endpoint('GET', '/api/producer/:id/people', {
  ...office,
  summary: "A producer's people, their phones and open invitations",
  params: OfProducer,
  response: PeopleAndDevices,
  errors: [producerNotFound],
})

/** The link works once, for 14 days; with `email` it is mailed, too. */
export const inviteProducerPerson = endpoint('POST', '/api/producer/:id/invitation', {
  ...office,
  summary: 'Invite somebody to open the workshop of a producer',
  params: OfProducer,
  body: Invited,
  response: InvitationMade,
  errors: [producerNotFound, workshopPersonGone, workshopEmailTaken, tooManyPeople],
})

export const takeInvitationBack = endpoint('DELETE', '/api/producer/:id/invitation/:invitation', {
  ...office,
  summary: 'Take an invitation back',
  params: OfProducer.extend({ invitation: Id }),
  response: Done,
  errors: [workshopPersonGone],
})

/** Ends all sessions and PINs of the person at once. */
export const removeProducerPerson = endpoint('DELETE', '/api/producer/:id/people/:person', {
  ...office,
  summary: "Take somebody out of a producer's people",
  params: OfProducer.extend({ person: Id }),
  response: Done,
  errors: [workshopPersonGone],
})

/** The phone forgets all of its people, of other producers too: it was lost, or given away. */
export const removeProducerDevice = endpoint('DELETE', '/api/producer/:id/device/:device', {
  ...office,
  summary: 'Let a phone open no workshop any more',
  params: OfProducer.extend({ device: Id }),
  response: Done,
  errors: [workshopDeviceGone],
})

export const resumeProducerDevice = endpoint('POST', '/api/producer/:id/device/:device/resume', {
  ...office,
  rights: ['team'],
  onlyPeople: true,
  summary: 'Let a phone in again that waits since a restore',
  params: OfProducer.extend({ device: Id }),
  response: Done,
  errors: [workshopDeviceGone],
})

const own = { access: 'producer', people: 'own' } as const

export const listOwnPeople = endpoint('GET', '/api/workshop/people', {
  ...own,
  summary: "The producer's people, phones and open invitations",
  response: PeopleAndDevices,
})

export const inviteOwnPerson = endpoint('POST', '/api/workshop/people', {
  ...own,
  summary: 'Invite somebody to the own workshop, or a helper',
  body: Invited,
  response: InvitationMade,
  errors: [workshopPersonGone, workshopEmailTaken, tooManyPeople],
})

export const takeOwnInvitationBack = endpoint('DELETE', '/api/workshop/people/invitation/:invitation', {
  ...own,
  summary: 'Take an own invitation back',
  params: z.object({ invitation: Id }),
  response: Done,
  errors: [workshopPersonGone],
})

export const removeOwnPerson = endpoint('DELETE', '/api/workshop/people/:person', {
  ...own,
  summary: 'Take somebody out of the own workshop',
  params: z.object({ person: Id }),
  response: Done,
  errors: [workshopPersonGone],
})

/** Of a phone that other producers' people open, too, it forgets the own people alone. */
export const removeOwnDevice = endpoint('DELETE', '/api/workshop/people/device/:device', {
  ...own,
  summary: 'Let a phone open the own workshop no more',
  params: z.object({ device: Id }),
  response: Done,
  errors: [workshopDeviceGone],
})
