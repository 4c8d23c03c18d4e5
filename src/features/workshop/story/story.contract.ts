import { z } from 'zod'
import { suspendedAsksNothing } from '#features/changes/changes.contract.ts'
import { WantedPage } from '#features/changes/changes.wanted.ts'
import { Earnings } from '#features/producers/earnings.contract.ts'
import { ProducerChange } from '#features/producers/producers.contract.ts'
import { Version } from '#features/products/product-data.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { appError, finding } from '../workshop.messages.ts'

export const storyChanged = appError('STORY_CHANGED', 409)

/** The producer's own page. */
export const OwnStory = z.object({
  /** As they want it, where a change is open; else as it is. */
  page: WantedPage.required(),
  /** Of `page`: another number where it says something else. */
  version: z.int(),
  yearsInBusiness: z.int(),
  /** "/producers/…"; null: it is out of the shop. */
  path: z.string().nullable(),
  /** What is changed acts at once. */
  isTrusted: z.boolean(),
  /** The page that waits, or that was sent back with a sentence. */
  change: z
    .object({ askedAt: IsoTime, sentBack: z.object({ message: z.string(), by: z.string(), at: IsoTime }).nullable() })
    .nullable(),
  /** Whether shoppers may see what they have earned; null for helpers. `earnings`: what that is, null before the first sale. */
  consent: z.object({ isGiven: z.boolean(), earnings: Earnings }).nullable(),
})
export type OwnStory = z.output<typeof OwnStory>

const own = { access: 'producer', people: 'helpers too' } as const

export const getStory = endpoint('GET', '/api/workshop/story', {
  ...own,
  summary: "The producer's own page, as they want it",
  response: z.object({ story: OwnStory }),
})

const { name, location, story, specialties, profileImageUrl, coverImageUrl, ledgerConsent } = ProducerChange.shape

/**
 * Changes the given fields of the page: it waits for the office, unless the producer is trusted. `ledgerConsent` acts at once, and is given and taken by
 * the producer's own people alone: NOT_FOR_HELPERS.
 */
export const changeStory = endpoint('PATCH', '/api/workshop/story', {
  ...own,
  summary: "Change the producer's own page, or whether it shows what they earned",
  body: z
    .object({
      ...{ name, location, story, specialties, profileImageUrl, coverImageUrl, ledgerConsent },
      /** The version that was looked at; if the page says something else by now, STORY_CHANGED and no change, unless it says what is sent. */
      version: Version.optional(),
    })
    .refine(
      ({ version: _, ...change }) => Object.values(change).some((value) => value !== undefined),
      finding('STORY_NOTHING_SENT'),
    ),
  response: z.object({ message: z.string(), story: OwnStory }),
  errors: [suspendedAsksNothing, storyChanged],
})
