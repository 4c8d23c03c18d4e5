import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { tokenOf } from '#features/newsletter/web/mail-link.ts'
import { AppError } from '#shared/app-error.ts'
import { apiContext } from '#web/api-context.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import type { checkResetLink, resetPassword } from '../../account.contract.ts'
import type { checkSellerResetLink, resetSellerPassword } from '../../seller-account.contract.ts'
import { isUsedUp } from './reset-password.tsx'

/** A dead link is told before a password is typed. */
export async function loadResetLink(
  { request, context }: LoaderFunctionArgs,
  endpoint: typeof checkResetLink | typeof checkSellerResetLink,
) {
  const token = tokenOf(request)
  const { works } = await context
    .get(apiContext)(endpoint, { query: { token } })
    .catch((error) => {
      // A malformed token does not work either.
      if (error instanceof AppError && error.status === 400) return { works: false }
      throw error
    })
  return { token, works }
}

/** A used link is told in place of the form, without a toast. */
export const setNewPassword = (args: ActionFunctionArgs, endpoint: typeof resetPassword | typeof resetSellerPassword) =>
  answerForm(
    args,
    async (api, form) => {
      const body = { token: formText(form, 'token'), password: formText(form, 'password') }
      const { message } = await api(endpoint, { body })
      return { message }
    },
    { reword: (refused) => (isUsedUp(refused) ? { toast: '' } : {}) },
  )
