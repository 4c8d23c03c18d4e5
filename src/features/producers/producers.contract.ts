import { z } from 'zod'
import { ProductImage } from '#features/catalog/catalog.contract.ts'
import { AppError, appError } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { Limit, Page, pageFields } from '#shared/paging.ts'
import { Email, text } from '#shared/text.ts'
import { IsoTime } from '#shared/time.ts'
import {
  applicationStatuses,
  isPictureLink,
  MAX_PICTURE_LINK_LENGTH,
  MAX_SPECIALTIES,
  MAX_SPECIALTY_LENGTH,
  MAX_STORY_LENGTH,
  splitSpecialties,
} from './producers.rules.ts'

export const applicationNotFound = appError('APPLICATION_NOT_FOUND', 404, () => 'This application was not found')
export const producerNotFound = appError('PRODUCER_NOT_FOUND', 404, () => 'This producer was not found')
export const alreadyDecided = appError(
  'ALREADY_DECIDED',
  409,
  (status: string) => `This application is already ${status}`,
)
export const pictureRefused = (message: string, status = 400) =>
  new AppError('PICTURE_REFUSED', status, message, { fields: { picture: message } })

/** A link to a picture on the web, or to one uploaded here. Never fetched by the server. */
const PictureUrl = (name: string) =>
  text(name, MAX_PICTURE_LINK_LENGTH).refine(isPictureLink, 'Start the link with https://')

export const Application = z.object({
  name: text('your name or the name of your group', 200),
  location: text('your town or village', 200),
  country: text('your country', 200),
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
        .array(text('each specialty', MAX_SPECIALTY_LENGTH))
        .min(1, 'Enter what you make')
        .max(MAX_SPECIALTIES, `Name at most ${MAX_SPECIALTIES} specialties`),
    ),
  email: Email,
  mobileNumber: text('a mobile number', 30)
    .transform((typed) => typed.replace(/\s+/g, ''))
    .pipe(z.string().regex(/^\+?[\d()-]{6,}$/, 'Enter a mobile number with its country code')),
})
export type Application = z.output<typeof Application>

/** Anybody may apply; a status in the body is ignored. */
export const submitApplication = endpoint({
  method: 'POST',
  path: '/api/producer/submit',
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
})
export type Producer = z.output<typeof Producer>

const Paging = z.object({
  page: Page,
  limit: Limit,
})

/** Approved ones, newest first; 50 a page. */
export const listProducers = endpoint({
  method: 'GET',
  path: '/api/producer/list',
  access: 'public',
  summary: 'Approved producers',
  cache: 'catalogue',
  query: Paging,
  response: z.object({ producers: z.array(Producer), ...pageFields }),
})

export const getProducer = endpoint({
  method: 'GET',
  path: '/api/producer/:id',
  access: 'public',
  summary: 'One approved producer',
  cache: 'catalogue',
  params: z.object({ id: Id }),
  response: z.object({ producer: Producer }),
  errors: [producerNotFound],
})

/** With what only the seller sees. */
export const StoredApplication = Producer.extend({
  email: z.string(),
  mobileNumber: z.string(),
  status: z.enum(applicationStatuses),
  createdAt: IsoTime,
  decidedAt: IsoTime.optional(),
})
export type StoredApplication = z.output<typeof StoredApplication>

/** With e-mail addresses and phone numbers: for the seller only. Newest first; all of a status without `page`. */
export const listApplications = endpoint({
  method: 'GET',
  path: '/api/producer/applications',
  access: 'seller',
  summary: 'Applications',
  query: Paging.extend({ status: z.enum(applicationStatuses).optional() }),
  response: z.object({ applications: z.array(StoredApplication), ...pageFields }),
})

/** Once: the same again is 200 without effect, the reverse 409. */
export const decideApplication = endpoint({
  method: 'PATCH',
  path: '/api/producer/status/:id',
  access: 'seller',
  summary: 'Approve or reject an application',
  params: z.object({ id: Id }),
  body: z.object({ status: z.enum(['approved', 'rejected'], { error: 'Choose approved or rejected' }) }),
  response: z.object({ message: z.string(), application: StoredApplication }),
  errors: [applicationNotFound, alreadyDecided],
})

/** An uploaded picture, as it may stand in an application. multipart/form-data with one file named `picture`. */
export const UploadedPicture = z.object({ message: z.string(), url: z.string(), image: ProductImage })
export const uploadPicturePath = '/api/producer/picture'
