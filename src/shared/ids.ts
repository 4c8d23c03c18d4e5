import { v7, validate } from 'uuid'
import { z } from 'zod'

/** UUIDv7: sorts by time of creation. */
export const newId = (): string => v7()

/** An id from outside may be any short text: an unknown one is not found. */
export const Id = z.string().min(1).max(64)

/** Pages check this before they call: /api/product/list is not a product. */
export const isId = (text: string | undefined): text is string => text !== undefined && validate(text)
