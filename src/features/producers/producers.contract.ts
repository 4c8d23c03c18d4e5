import { z } from 'zod'
import { cleanPhone, cleanZipcode, mobileProblem, zipcodeProblem } from '#features/addresses/addresses.rules.ts'
import { ProductPicture } from '#features/pictures/product-picture.ts'
import { appError } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
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

/** A link to a picture on the web, or to one uploaded here. Never fetched by the server. */
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
    .transform((typed) => typed.replace(/\s+/g, ''))
    .pipe(z.string().regex(/^\+?[\d()-]{6,}$/, 'Enter a mobile number with its country code')),
})
export type Application = z.output<typeof Application>

/**
 * Anybody may apply; a status in the body is ignored. While an application waits, another one with its e-mail address gets the same
 * answer and changes nothing.
 */
export const submitApplication = endpoint('POST', '/api/producer/submit', {
  access: 'public',
  rate: 'application',
  summary: 'Apply to join as a producer',
  body: Application,
  response: z.object({ message: z.string() }),
})

/** What everybody may see of an approved producer: never e-mail or phone. */
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
  /** A sample of the demo: nobody has agreed to its figures. */
  isDemo: z.boolean().optional(),
})
export type Producer = z.output<typeof Producer>

const Paging = z.object({ page: Page, limit: Limit })

/** Approved ones that are not suspended, newest first; 50 a page. */
export const listProducers = endpoint('GET', '/api/producer/list', {
  access: 'public',
  summary: 'Approved producers',
  cache: 'catalogue',
  query: Paging,
  response: z.object({ producers: z.array(Producer), ...pageFields }),
})

/**
 * The sample producers of the demo that are in the shop. A real shop has none; until it has approved a producer it tells the sample
 * stories all the same, which name no page: `storiesOnly`.
 */
export const listSamples = endpoint('GET', '/api/producer/samples', {
  access: 'public',
  summary: 'Sample producers',
  cache: 'catalogue',
  response: z.object({ producers: z.array(Producer), storiesOnly: z.boolean() }),
})

/** An approved one that is not suspended. */
export const getProducer = endpoint('GET', '/api/producer/:id', {
  access: 'public',
  summary: 'One producer',
  cache: 'catalogue',
  params: z.object({ id: Id }),
  response: z.object({ producer: Producer }),
  errors: [producerNotFound],
})

/** Where a producer packs and sends parcels by themselves: on labels and for couriers, never public. In India. */
export const SendsFrom = z.object({
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zipcode: z.string(),
  phone: z.string(),
})
export type SendsFrom = z.output<typeof SendsFrom>

/** With what only the seller sees. */
export const StoredApplication = Producer.extend({
  email: z.string(),
  mobileNumber: z.string(),
  status: z.enum(applicationStatuses),
  createdAt: IsoTime,
  decidedAt: IsoTime.optional(),
  /** Approved, and taken out of the shop with all its products until it is taken back. */
  isSuspended: z.boolean(),
  /** A sample of the demo: goes with it, and has no e-mail address and no phone number. */
  isDemo: z.boolean(),
  /** Null: the shop sends what they make. */
  sendsFrom: SendsFrom.nullable(),
  /** They agree that the ledger names them and their page shows what they have earned. */
  ledgerConsent: z.boolean(),
})
export type StoredApplication = z.output<typeof StoredApplication>

const Changed = z.object({ message: z.string(), application: StoredApplication })

/** With e-mail addresses and phone numbers: for the seller only. Newest first; all of a status without `page`. */
export const listApplications = endpoint('GET', '/api/producer/applications', {
  access: 'seller',
  summary: 'Applications',
  query: Paging.extend({ status: z.enum(applicationStatuses).optional() }),
  response: z.object({ applications: z.array(StoredApplication), ...pageFields }),
})

/** Once: the same again is 200 without effect, the reverse 409. */
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

/** What a product can be linked to: approved producers that are not suspended. By name; 50 a page. */
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

/** A text that `problemOf` finds nothing wrong with. */
const fitting = (name: string, clean: (typed: string) => string, problemOf: (typed: string) => string | undefined) =>
  personText(name)
    .transform(clean)
    .superRefine((value, ctx) => {
      const message = problemOf(value)
      if (message) ctx.addIssue({ code: 'custom', message })
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

/**
 * An approved producer: only what is given changes. `sendsFrom` holds for orders that are placed from then on; `ledgerConsent` at once,
 * for all that stands in the ledger.
 */
export const editProducer = endpoint('PATCH', '/api/producer/:id', {
  ...ofApproved,
  summary: 'Edit an approved producer',
  body: ProducerChange.refine((change) => Object.keys(change).length > 0, 'Say what changes'),
})

/** Page and products leave the shop; orders keep theirs. The same again changes nothing. */
export const suspendProducer = endpoint('POST', '/api/producer/:id/suspend', {
  ...ofApproved,
  summary: 'Take a producer and its products out of the shop',
})

/** Page and products are as they were before; what the seller had archived stays so. */
export const unsuspendProducer = endpoint('POST', '/api/producer/:id/unsuspend', {
  ...ofApproved,
  summary: 'Take a suspended producer back',
})

/** `url` is how the picture may stand in an application. */
export const uploadPicture = endpoint('POST', '/api/producer/picture', {
  access: 'public',
  rate: 'pictureUpload',
  summary: 'Upload a picture for an application',
  input: 'multipart',
  form: { file: 'picture', most: 1, maxBytes: MAX_PICTURE_BYTES },
  response: z.object({ message: z.string(), url: z.string(), image: ProductPicture }),
  errors: [pictureMissing],
})
