import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { IsoTime } from '#shared/iso-time.ts'

/** Mails that a restored backup has as unsent: they may have gone out since, so a seller decides. */
export const getHeldMails = endpoint('GET', '/api/seller/held-mails', {
  access: 'seller',
  rights: ['orders'],
  summary: 'How many mails of a restored backup are held',
  response: z.object({ count: z.int(), restoredAt: IsoTime.nullable() }),
})

/** `send`: now. `drop`: deletes them. */
export const releaseHeldMails = endpoint('POST', '/api/seller/held-mails', {
  access: 'seller',
  rights: ['orders'],
  onlyPeople: true,
  summary: 'Send the mails of a restored backup, or drop them',
  body: z.object({ action: z.enum(['send', 'drop']) }),
  response: z.object({ message: z.string(), count: z.int() }),
})
