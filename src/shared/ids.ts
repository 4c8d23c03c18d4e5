import { v7, validate } from 'uuid'
import { z } from 'zod'

/** UUIDv7: sorts by time of creation. */
export const newId = (): string => v7()

/** An id as it comes from outside. Any short text: what is not an id of ours is simply not found. */
export const Id = z.string().min(1).max(64)

/** Has this the form of our ids? Pages check it before they call: /api/product/list is not a product. */
export const isId = (text: string | undefined): text is string => text !== undefined && validate(text)
