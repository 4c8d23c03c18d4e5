import { z } from 'zod'

/** `?page=`, from 1 on. */
export const Page = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'Pages start at 1')
  .transform(Number)
  .optional()

/** `?limit=`: 1 to 100 a page. */
export const Limit = z
  .string()
  .regex(/^([1-9]\d?|100)$/, 'limit is 1 to 100')
  .transform(Number)
  .optional()

/** `?q=`, in characters. */
export const MAX_SEARCH_LENGTH = 200

/** What every list that comes in pages says of itself. */
export const pageFields = { total: z.int(), page: z.int(), pages: z.int() }

/** How many pages there are; one, even of nothing. */
export const countPages = (total: number, perPage: number) => Math.max(1, Math.ceil(total / perPage))
