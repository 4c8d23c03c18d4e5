import type { ActionFunctionArgs } from 'react-router'
import { answerForm } from '#web/answer-form.ts'
import { formText } from '#web/form-text.ts'
import type { resetPassword } from '../account.contract.ts'
import type { resetSellerPassword } from '../seller-account.contract.ts'
import { isUsedUp } from './reset-password.tsx'

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
