import { z } from 'zod'
import { cleanPhone, cleanZipcode, mobileProblem, zipcodeProblem } from '#features/addresses/addresses.rules.ts'
import { ProductPicture } from '#features/pictures/product-picture.ts'
import { sharedFinding } from '#shared/app-error.ts'
import { ofDemo } from '#shared/demo.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { languages } from '#shared/languages.ts'
import { type Message, textOf } from '#shared/messages.ts'
import { Limit, Page, pageFields, Search } from '#shared/paging.ts'
import { Email, personText, text } from '#shared/text.ts'
import { cleanNumber, gstStatuses, paperProblem, papersFields } from './papers.rules.ts'
import { appError, finding, message } from './producers.messages.ts'
import {
  applicationStatuses,
  MAX_ANSWER_LENGTH,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_LINK_LENGTH,
  MAX_SPECIALTIES,
  MAX_SPECIALTY_LENGTH,
  MAX_STORY_LENGTH,
  MAX_YEARS,
  pictureLinkProblem,
  splitSpecialties,
} from './producers.rules.ts'

export const applicationNotFound = appError('APPLICATION_NOT_FOUND', 404)
export const applicationLinkUnknown = appError('APPLICATION_LINK_UNKNOWN', 404)
export const producerNotFound = appError('PRODUCER_NOT_FOUND', 404)
export const alreadyDecided = appError('ALREADY_DECIDED', 409)
export const notApproved = appError('NOT_APPROVED', 409)
export const pictureMissing = appError('PICTURE_REFUSED', 400, () => ({
  findings: { picture: message('PICTURE_REFUSED') },
}))

/** A link on the web, or to an upload here. The server never fetches it. */
const PictureUrl = (of: Message) =>
  text(of, MAX_PICTURE_LINK_LENGTH).superRefine((link, ctx) => {
    const problem = pictureLinkProblem(link)
    if (problem) ctx.addIssue({ code: 'custom', message: textOf(problem) })
  })

export const Application = z.object({
  name: personText(message('PRODUCER_NAME')),
  location: personText(message('PRODUCER_PLACE')),
  country: personText(message('PRODUCER_COUNTRY')),
  story: text(message('PRODUCER_STORY'), MAX_STORY_LENGTH),
  profileImageUrl: PictureUrl(message('PROFILE_PHOTO')),
  coverImageUrl: PictureUrl(message('COVER_PHOTO')),
  yearsInBusiness: z
    .union(
      [
        z
          .string()
          .trim()
          .regex(/^\d{1,3}$/, finding('YEARS_NOT_WHOLE'))
          .transform(Number),
        z.int(finding('YEARS_NOT_WHOLE')),
      ],
      { error: finding('YEARS_NOT_WHOLE') },
    )
    .refine((years) => years >= 0 && years <= MAX_YEARS, finding('YEARS_OUT_OF_RANGE', { most: MAX_YEARS })),
  specialties: z
    .union([z.string(), z.array(z.string())], { error: finding('SPECIALTIES_MISSING') })
    .transform(splitSpecialties)
    .pipe(
      z
        .array(personText(message('ONE_SPECIALTY'), MAX_SPECIALTY_LENGTH))
        .min(1, finding('SPECIALTIES_MISSING'))
        .max(MAX_SPECIALTIES, finding('TOO_MANY_SPECIALTIES', { most: MAX_SPECIALTIES })),
    ),
  email: Email,
  mobileNumber: text(message('PRODUCER_MOBILE'), 30)
    .transform(cleanPhone)
    .pipe(z.string().regex(/^\+?[\d()-]{6,}$/, finding('MOBILE_WITHOUT_COUNTRY'))),
})
export type Application = z.output<typeof Application>

/** Anybody may apply; `status` is ignored. While an application waits, another with its e-mail address changes nothing and gets the same answer. */
export const submitApplication = endpoint('POST', '/api/producer/submit', {
  access: 'public',
  rate: 'application',
  summary: 'Apply to join as a producer',
  body: Application,
  response: z.object({ message: z.string() }),
})

/** What whoever has the link of an application may see: nothing of how they are reached. */
export const SeenApplication = z.object({
  name: z.string(),
  status: z.enum(['received', 'approved', 'rejected']),
  /** In which they applied. */
  language: z.enum(languages),
  appliedAt: IsoTime,
  decidedAt: IsoTime.optional(),
  /** What they were told when they were rejected. */
  answer: z.string().optional(),
  /** "/producers/…", while the page of who was approved is in the shop. */
  producerPath: z.string().optional(),
})
export type SeenApplication = z.output<typeof SeenApplication>

/** The token is in the mails to the applicant alone: an answer to who applies would tell whether an address is waiting. */
export const lookAtApplication = endpoint('GET', '/api/producer/application/:token', {
  access: 'public',
  rate: 'track',
  summary: 'What became of an application',
  params: z.object({ token: z.string().max(200) }),
  response: z.object({ application: SeenApplication }),
  errors: [applicationLinkUnknown],
})

/** Public: never e-mail or phone. */
export const Producer = z.object({
  _id: z.string(),
  name: z.string(),
  location: z.string(),
  country: z.string(),
  story: z.string(),
  profileImageUrl: z.string(),
  coverImageUrl: z.string(),
  yearsInBusiness: z.int(),
  specialties: z.array(z.string()),
  /** A sample, whose figures nobody agreed to. */
  isDemo: z.boolean().optional(),
})
export type Producer = z.output<typeof Producer>

const Paging = z.object({ page: Page, limit: Limit })

/** Approved and not suspended, newest first; 50 a page. */
export const listProducers = endpoint('GET', '/api/producer/list', {
  access: 'public',
  summary: 'Approved producers',
  cache: 'catalogue',
  query: Paging,
  response: z.object({ producers: z.array(Producer), ...pageFields }),
})

/** The demo's sample producers. A real shop has none, but tells their stories (`storiesOnly`) until it has approved a producer. */
export const listSamples = endpoint('GET', '/api/producer/samples', {
  access: 'public',
  summary: 'Sample producers',
  cache: 'catalogue',
  response: z.object({ producers: z.array(Producer), storiesOnly: z.boolean() }),
})

/** Approved and not suspended. */
export const getProducer = endpoint('GET', '/api/producer/:id', {
  access: 'public',
  summary: 'One producer',
  cache: 'catalogue',
  params: z.object({ id: Id }),
  response: z.object({ producer: Producer }),
  errors: [producerNotFound],
})

/** Where a producer sends from, in India: for labels and couriers, never public. */
export const SendsFrom = z.object({
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zipcode: z.string(),
  phone: z.string(),
})
export type SendsFrom = z.output<typeof SendsFrom>

/** An application with fields for the seller alone. */
export const StoredApplication = Producer.extend({
  email: z.string(),
  mobileNumber: z.string(),
  status: z.enum(applicationStatuses),
  /** In which they applied, and the shop writes to them. */
  language: z.enum(languages),
  createdAt: IsoTime,
  decidedAt: IsoTime.optional(),
  /** What they were told when they were rejected. */
  answer: z.string().optional(),
  /** Approved, but out of the shop with all products. */
  isSuspended: z.boolean(),
  /** A sample of the demo has no e-mail and no phone. */
  isDemo: z.boolean(),
  /** The shop added them by hand: they never applied. */
  isAdded: z.boolean().optional(),
  /** Null: the shop sends what they make. */
  sendsFrom: SendsFrom.nullable(),
  /** The ledger may name them, and their page shows earnings. */
  ledgerConsent: z.boolean(),
  /** Changes of names, texts and pictures act without the shop's look. */
  isTrusted: z.boolean(),
  ...ofDemo,
})
export type StoredApplication = z.output<typeof StoredApplication>

const Changed = z.object({ message: z.string(), application: StoredApplication })

/** What the shop alone sees of a producer: numbers of their papers, empty where none is known. */
export const Papers = z.object({
  pan: z.string(),
  gstStatus: z.enum(gstStatuses),
  /** An enrolment number or a GSTIN, as the status says. */
  gstNumber: z.string(),
  /** Of the artisan's card. */
  pehchan: z.string(),
})
export type Papers = z.output<typeof Papers>

/** Applications with e-mail and phone, for the seller. Newest first; without `page` all of a status. `q`: each word in name or place. */
export const listApplications = endpoint('GET', '/api/producer/applications', {
  access: 'seller',
  rights: ['producers'],
  summary: 'Applications',
  query: Paging.extend({ status: z.enum(applicationStatuses).optional(), q: Search }),
  response: z.object({ applications: z.array(StoredApplication), ...pageFields }),
})

/** Idempotent; the reverse decision is 409. Who is rejected reads `message` in their mail. */
export const decideApplication = endpoint('PATCH', '/api/producer/status/:id', {
  access: 'seller',
  rights: ['producers'],
  summary: 'Approve or reject an application',
  params: z.object({ id: Id }),
  body: z.object({
    status: z.enum(['approved', 'rejected'], { error: finding('DECISION_MISSING') }),
    message: personText(message('DECISION_ANSWER'), MAX_ANSWER_LENGTH).optional(),
  }),
  response: Changed,
  errors: [applicationNotFound, alreadyDecided],
})

export const getApplication = endpoint('GET', '/api/producer/applications/:id', {
  access: 'seller',
  rights: ['producers'],
  summary: 'One application',
  params: z.object({ id: Id }),
  /** A producer, not an application that waits or was rejected, has papers. */
  response: z.object({ application: StoredApplication, papers: Papers.optional() }),
  errors: [applicationNotFound],
})

/** Producers to link products to: approved, not suspended. By name; 50 a page. */
export const searchProducers = endpoint('GET', '/api/producer/search', {
  access: 'seller',
  rights: ['catalogue', 'orders', 'producers', 'money'],
  summary: 'Producers by name and place',
  query: Paging.extend({ q: Search }),
  response: z.object({
    producers: z.array(Producer.pick({ _id: true, name: true, location: true, country: true })),
    ...pageFields,
  }),
})

const ofApproved = {
  access: 'seller',
  rights: ['producers'],
  params: z.object({ id: Id }),
  response: Changed,
  errors: [applicationNotFound, notApproved],
} as const

/** A text without a mistake by `problemOf`. */
const fitting = (of: Message, clean: (typed: string) => string, problemOf: (typed: string) => Message | undefined) =>
  personText(of)
    .transform(clean)
    .superRefine((value, ctx) => {
      const problem = problemOf(value)
      if (problem) ctx.addIssue({ code: 'custom', message: textOf(problem) })
    })

const SendsFromInput = z.object({
  street: personText(message('SENDER_STREET')),
  city: personText(message('SENDER_CITY')),
  state: personText(message('SENDER_STATE')),
  zipcode: fitting(message('SENDER_PIN_CODE'), cleanZipcode, zipcodeProblem),
  phone: fitting(message('SENDER_MOBILE'), cleanPhone, mobileProblem),
})

const MAX_NUMBER_LENGTH = 60
const PaperNumber = z.string().max(MAX_NUMBER_LENGTH).transform(cleanNumber)
const PapersInput = z
  .object({
    pan: PaperNumber,
    gstStatus: z.enum(gstStatuses, { error: finding('GST_STATUS_MISSING') }),
    gstNumber: PaperNumber,
    pehchan: PaperNumber,
  })
  .superRefine((papers, ctx) => {
    for (const field of papersFields) {
      const problem = paperProblem(field, papers)
      if (problem) ctx.addIssue({ code: 'custom', path: [field], message: textOf(problem) })
    }
  })

/** What the shop writes of a producer: name and place at least, the rest is empty until it is known. */
const Written = Application.extend({
  story: z.union([z.literal(''), Application.shape.story], {
    error: sharedFinding('TEXT_MISSING', { of: message('PRODUCER_STORY') }),
  }),
  profileImageUrl: z.union([z.literal(''), Application.shape.profileImageUrl], {
    error: sharedFinding('TEXT_MISSING', { of: message('PROFILE_PHOTO') }),
  }),
  coverImageUrl: z.union([z.literal(''), Application.shape.coverImageUrl], {
    error: sharedFinding('TEXT_MISSING', { of: message('COVER_PHOTO') }),
  }),
  yearsInBusiness: z.union([z.literal('').transform(() => 0), Application.shape.yearsInBusiness], {
    error: finding('YEARS_NOT_WHOLE'),
  }),
  specialties: z
    .union([z.string(), z.array(z.string())], { error: finding('SPECIALTIES_MISSING') })
    .transform(splitSpecialties)
    .pipe(
      z
        .array(personText(message('ONE_SPECIALTY'), MAX_SPECIALTY_LENGTH))
        .max(MAX_SPECIALTIES, finding('TOO_MANY_SPECIALTIES', { most: MAX_SPECIALTIES })),
    ),
  email: z.union([z.literal(''), Email], { error: finding('EMAIL_OR_NONE') }),
  mobileNumber: z.union([z.literal(''), Application.shape.mobileNumber], { error: finding('MOBILE_WITHOUT_COUNTRY') }),
})

export const AddedProducer = Written.partial().required({ name: true, location: true })
export type AddedProducer = z.output<typeof AddedProducer>

/** Adds a producer who did not apply. Their page is in the shop at once. */
export const addProducer = endpoint('POST', '/api/producer', {
  access: 'seller',
  rights: ['producers'],
  summary: 'Add a producer by hand',
  body: AddedProducer,
  response: Changed,
})

export const ProducerChange = Written.extend({
  papers: PapersInput,
  sendsFrom: SendsFromInput.nullable(),
  ledgerConsent: z.boolean({ error: finding('CONSENT_NOT_YES_OR_NO') }),
  /** True: what they change of names, texts and pictures acts at once. A maker's price always waits for the shop. */
  isTrusted: z.boolean({ error: finding('TRUSTED_NOT_YES_OR_NO') }),
  language: z.enum(languages, { error: finding('LANGUAGE_OF_PRODUCER') }),
}).partial()
export type ProducerChange = z.output<typeof ProducerChange>

/** Changes the given fields of an approved producer. `sendsFrom` holds for later orders, `ledgerConsent` at once for the whole ledger. */
export const editProducer = endpoint('PATCH', '/api/producer/:id', {
  ...ofApproved,
  summary: 'Edit an approved producer',
  body: ProducerChange.refine((change) => Object.keys(change).length > 0, finding('PRODUCER_CHANGE_MISSING')),
})

/** Takes page and products out of the shop; orders keep theirs. Idempotent. */
export const suspendProducer = endpoint('POST', '/api/producer/:id/suspend', {
  ...ofApproved,
  summary: 'Take a producer and its products out of the shop',
})

/** Page and products as before; products archived by the seller stay so. */
export const unsuspendProducer = endpoint('POST', '/api/producer/:id/unsuspend', {
  ...ofApproved,
  summary: 'Take a suspended producer back',
})

/** `url` is for an application. */
export const uploadPicture = endpoint('POST', '/api/producer/picture', {
  access: 'public',
  rate: 'pictureUpload',
  isHeavy: true,
  summary: 'Upload a picture for an application',
  input: 'multipart',
  form: { file: 'picture', most: 1, maxBytes: MAX_PICTURE_BYTES },
  response: z.object({ message: z.string(), url: z.string(), image: ProductPicture }),
  errors: [pictureMissing],
})
