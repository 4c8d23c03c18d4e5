import { v7 } from 'uuid'
import { z } from 'zod'

/** UUIDv7: sorts by time of creation. */
export const newId = (): string => v7()

/** An id as it comes from outside. Any short text: what is not an id of ours is simply not found. */
export const Id = z.string().min(1).max(64)
