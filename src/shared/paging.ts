import { z } from 'zod'

export const Page = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'Pages start at 1')
  .transform(Number)
  .optional()

export const upTo100 = (name: string) =>
  z
    .string()
    .regex(/^([1-9]\d?|100)$/, `${name} is 1 to 100`)
    .transform(Number)
    .optional()

export const Limit = upTo100('limit')

export const MAX_SEARCH_LENGTH = 200
export const Search = z.string().max(MAX_SEARCH_LENGTH, `Search for at most ${MAX_SEARCH_LENGTH} characters`).optional()

export const pageFields = { total: z.int(), page: z.int(), pages: z.int() }

/** At least one, even of nothing. */
export const countPages = (total: number, perPage: number) => Math.max(1, Math.ceil(total / perPage))
