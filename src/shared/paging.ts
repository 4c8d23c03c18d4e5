import { z } from 'zod'
import { sharedFinding as finding } from './app-error.ts'
import { numberInText } from './reading/number-in-text.ts'

export const Page = numberInText(z.string().regex(/^[1-9]\d{0,8}$/, finding('PAGE_NUMBER')), {
  minimum: 1,
  maximum: 999_999_999,
})
  .transform(Number)
  .optional()

export const upTo100 = (name: string) =>
  numberInText(z.string().regex(/^([1-9]\d?|100)$/, finding('UP_TO_100', { name })), { minimum: 1, maximum: 100 })
    .transform(Number)
    .optional()

export const Limit = upTo100('limit')

/** A cursor that the call before has answered; empty or 0 begins at the first change. */
export const Since = z.string().regex(/^(?:\d{1,15}(?:-\d{1,15}){0,2})?$/, finding('SINCE_CURSOR'))

/** How lists for programs go on: `more` is false where nothing else has changed yet. */
export const cursorFields = { cursor: z.string(), more: z.boolean() }

export const MAX_SEARCH_LENGTH = 200
export const Search = z
  .string()
  .max(MAX_SEARCH_LENGTH, finding('SEARCH_TOO_LONG', { max: MAX_SEARCH_LENGTH }))
  .optional()

/** A day in India, in an address. */
export const AskedDay = z.iso.date({ error: finding('DAY_FORM') }).optional()

export const pageFields = { total: z.int(), page: z.int(), pages: z.int() }

/** At least one, even of nothing. */
export const countPages = (total: number, perPage: number) => Math.max(1, Math.ceil(total / perPage))
