import { z } from 'zod'
import { cleanPhone, cleanZipcode, mobileProblem, zipcodeProblem } from '#features/addresses/addresses.rules.ts'
import { ProductPicture } from '#features/pictures/product-picture.ts'
import { appError } from '#shared/app-error.ts'
import { ofDemo } from '#shared/demo.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { type Message, textOf } from '#shared/messages.ts'
import { Limit, Page, pageFields, Search } from '#shared/paging.ts'
import { Email, personText, text } from '#shared/text.ts'
import {
  applicationStatuses,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_LINK_LENGTH,
  MAX_SPECIALTIES,
  MAX_SPECIALTY_LENGTH,
  MAX_STORY_LENGTH,
  pictureLinkProblem,
  splitSpecialties,
} from './producers.rules.ts'

export const applicationNotFound = appError('APPLICATION_NOT_FOUND', 404, 'This application was not found')
export const producerNotFound = appError('PRODUCER_NOT_FOUND', 404, 'This producer was not found')
export const alreadyDecided = appError(
  'ALREADY_DECIDED',
  409,
  (status: string) => `This application is already ${status}`,
)
export const notApproved = appError('NOT_APPROVED', 409, 'Only an approved producer can be changed')
export const pictureMissing = appError('PICTURE_REFUSED', 400, 'Choose a picture', () => ({
  fields: { picture: 'Choose a picture' },
}))

/** A link on the web, or to an upload here. The server never fetches it. */
const PictureUrl = (name: string) =>
  text(name, MAX_PICTURE_LINK_LENGTH).superRefine((link, ctx) => {
    const message = pictureLinkProblem(link)
    if (message) ctx.addIssue({ code: 'custom', message })
  })

export const Application = z.object({
  name: personText('your name or the name of your group'),
  location: personText('your town or village'),
  country: personText('your country'),
  story: text('your story', MAX_STORY_LENGTH),
  profileImageUrl: PictureUrl('a link to your profile photo'),
  coverImageUrl: PictureUrl('a link to your cover photo'),
  yearsInBusiness: z
    .union(
      [
        z
          .string()
          .trim()
          .regex(/^\d{1,3}$/, 'Enter a whole number of years')
          .transform(Number),
        z.int('Enter a whole number of years'),
      ],
      { error: 'Enter a whole number of years' },
    )
    .refine((years) => years >= 0 && years <= 150, 'Enter a number from 0 to 150'),
  specialties: z
    .union([z.string(), z.array(z.string())], { error: 'Enter what you make' })
    .transform(splitSpecialties)
    .pipe(
      z
        .array(personText('each specialty', MAX_SPECIALTY_LENGTH))
        .min(1, 'Enter what you make')
        .max(MAX_SPECIALTIES, `Name at most ${MAX_SPECIALTIES} specialties`),
    ),
  email: Email,
  mobileNumber: text('a mobile number', 30)
    .transform(cleanPhone)
    .pipe(z.string().regex(/^\+?[\d()-]{6,}$/, 'Enter a mobile number with its country code')),
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
  createdAt: IsoTime,
  decidedAt: IsoTime.optional(),
  /** Approved, but out of the shop with all products. */
  isSuspended: z.boolean(),
  /** A sample of the demo has no e-mail and no phone. */
  isDemo: z.boolean(),
  /** Null: the shop sends what they make. */
  sendsFrom: SendsFrom.nullable(),
  /** The ledger may name them, and their page shows earnings. */
  ledgerConsent: z.boolean(),
  ...ofDemo,
})
export type StoredApplication = z.output<typeof StoredApplication>

const Changed = z.object({ message: z.string(), application: StoredApplication })

/** Applications with e-mail and phone, for the seller. Newest first; without `page` all of a status. */
export const listApplications = endpoint('GET', '/api/producer/applications', {
  access: 'seller',
  summary: 'Applications',
  query: Paging.extend({ status: z.enum(applicationStatuses).optional() }),
  response: z.object({ applications: z.array(StoredApplication), ...pageFields }),
})

/** Idempotent; the reverse decision is 409. */
export const decideApplication = endpoint('PATCH', '/api/producer/status/:id', {
  access: 'seller',
  summary: 'Approve or reject an application',
  params: z.object({ id: Id }),
  body: z.object({ status: z.enum(['approved', 'rejected'], { error: 'Choose approved or rejected' }) }),
  response: Changed,
  errors: [applicationNotFound, alreadyDecided],
})

export const getApplication = endpoint('GET', '/api/producer/applications/:id', {
  access: 'seller',
  summary: 'One application',
  params: z.object({ id: Id }),
  response: z.object({ application: StoredApplication }),
  errors: [applicationNotFound],
})

/** Producers to link products to: approved, not suspended. By name; 50 a page. */
export const searchProducers = endpoint('GET', '/api/producer/search', {
  access: 'seller',
  summary: 'Producers by name and place',
  query: Paging.extend({ q: Search }),
  response: z.object({
    producers: z.array(Producer.pick({ _id: true, name: true, location: true, country: true })),
    ...pageFields,
  }),
})

const ofApproved = {
  access: 'seller',
  params: z.object({ id: Id }),
  response: Changed,
  errors: [applicationNotFound, notApproved],
} as const

/** A text without a mistake by `problemOf`. */
const fitting = (name: string, clean: (typed: string) => string, problemOf: (typed: string) => Message | undefined) =>
  personText(name)
    .transform(clean)
    .superRefine((value, ctx) => {
      const problem = problemOf(value)
      if (problem) ctx.addIssue({ code: 'custom', message: textOf(problem) })
    })

const SendsFromInput = z.object({
  street: personText('their street'),
  city: personText('their city'),
  state: personText('their state'),
  zipcode: fitting('their PIN code', cleanZipcode, zipcodeProblem),
  phone: fitting('their mobile number', cleanPhone, mobileProblem),
})

export const ProducerChange = Application.extend({
  sendsFrom: SendsFromInput.nullable(),
  ledgerConsent: z.boolean({ error: 'Say yes or no' }),
}).partial()
export type ProducerChange = z.output<typeof ProducerChange>

/** Changes the given fields of an approved producer. `sendsFrom` holds for later orders, `ledgerConsent` at once for the whole ledger. */
export const editProducer = endpoint('PATCH', '/api/producer/:id', {
  ...ofApproved,
  summary: 'Edit an approved producer',
  body: ProducerChange.refine((change) => Object.keys(change).length > 0, 'Say what changes'),
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
