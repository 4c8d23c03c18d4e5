import { z } from 'zod'
import { CurrentPassword, NewPassword, wrongPassword } from '#features/auth/auth.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Email } from '#shared/text.ts'
import { workshopEmailTaken } from '../door/door.contract.ts'
import { appError } from '../workshop.messages.ts'

/** A phone lies about, open: who came in with it longer ago cannot give it a password. */
export const comeInAgain = appError('WORKSHOP_COME_IN_AGAIN', 403)

const own = { access: 'producer', people: 'helpers too' } as const

export const getOwnLogin = endpoint('GET', '/api/workshop/own-login', {
  ...own,
  summary: "The person's own email address for logging in, if there is one",
  response: z.object({
    email: z.string().nullable(),
    hasPassword: z.boolean(),
    /** Came in so lately that the password there is need not be known: this is also the way for who has forgotten it. */
    cameInLately: z.boolean(),
  }),
})

/** Logs out whoever of the same person came in by the password there was. Both addresses get a mail. */
export const setOwnLogin = endpoint('POST', '/api/workshop/own-login', {
  ...own,
  rate: 'login',
  summary: 'Set email and password, which open the workshop in any browser',
  body: z.object({ email: Email, newPassword: NewPassword, currentPassword: CurrentPassword.optional() }),
  response: z.object({ message: z.string() }),
  errors: [wrongPassword, comeInAgain, workshopEmailTaken],
})
