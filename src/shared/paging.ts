import { z } from 'zod'

/** `?page=`, from 1 on. */
export const Page = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'Pages start at 1')
  .transform(Number)
  .optional()

/** A number of a query that is 1 to 100, if it is given. */
export const upTo100 = (name: string) =>
  z
    .string()
    .regex(/^([1-9]\d?|100)$/, `${name} is 1 to 100`)
    .transform(Number)
    .optional()

/** `?limit=`: so many a page. */
export const Limit = upTo100('limit')

/** `?q=`, in characters. */
export const MAX_SEARCH_LENGTH = 200
export const Search = z.string().max(MAX_SEARCH_LENGTH, `Search for at most ${MAX_SEARCH_LENGTH} characters`).optional()

/** What every list that comes in pages says of itself. */
export const pageFields = { total: z.int(), page: z.int(), pages: z.int() }

/** How many pages there are; one, even of nothing. */
export const countPages = (total: number, perPage: number) => Math.max(1, Math.ceil(total / perPage))
