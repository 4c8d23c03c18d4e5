import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { tokenOf } from '#features/newsletter/web/mail-link.ts'
import { AppError } from '#shared/app-error.ts'
import { answerForm } from '#web/answer-form.ts'
import { apiContext } from '#web/api-context.ts'
import { formText } from '#web/form-text.ts'
import type { checkResetLink, resetPassword } from '../account.contract.ts'
import type { checkSellerResetLink, resetSellerPassword } from '../seller-account.contract.ts'
import { isUsedUp } from './reset-password.tsx'

/** The link's token, and whether it works still: who has a dead link is told before typing a new password. */
export async function loadResetLink(
  { request, context }: LoaderFunctionArgs,
  endpoint: typeof checkResetLink | typeof checkSellerResetLink,
) {
  const token = tokenOf(request)
  const { works } = await context
    .get(apiContext)(endpoint, { query: { token } })
    .catch((error) => {
      // A token of the wrong form is one that does not work.
      if (error instanceof AppError && error.status === 400) return { works: false }
      throw error
    })
  return { token, works }
}

/** What the form does. A link that is used up is told in place of the form, and in no toast. */
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
