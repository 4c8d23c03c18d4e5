import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { IsoTime } from '#shared/iso-time.ts'

const Restore = z.object({
  at: IsoTime,
  /** Numbers perhaps used between backup and restore, never used again; empty if somebody said that none was. */
  numbers: z.array(z.object({ series: z.string(), called: z.string(), first: z.int(), last: z.int() })),
})

export const listRestores = endpoint('GET', '/api/seller/restores', {
  access: 'seller',
  rights: [],
  summary: 'Restores from a backup, the newest first, and the numbers that each left out',
  response: z.object({
    restores: z.array(Restore),
    isSeen: z.boolean(),
  }),
})

/** Noting it again changes nothing. */
export const noteRestoreSeen = endpoint('POST', '/api/seller/restores', {
  access: 'seller',
  rights: ['money'],
  summary: 'Note that the numbers left out by the newest restore were seen',
  response: z.object({ message: z.string() }),
})
