import { v7, validate } from 'uuid'
import { z } from 'zod'

/** UUIDv7: sorts by time of creation. */
export const newId = (): string => v7()

/** An id as it comes from outside. Any short text: what is not an id of ours is simply not found. */
export const Id = z.string().min(1).max(64)

/** Could this be an id of ours? Pages ask before they call: `list` is no product, but an address of the API. */
export const isId = (text: string | undefined): text is string => text !== undefined && validate(text)
