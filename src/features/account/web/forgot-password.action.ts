import { type ActionFunctionArgs, data } from 'react-router'
import { AppError } from '#shared/app-error.ts'
import { apiContext } from '#web/api-context.ts'
import { formText } from '#web/form-text.ts'
import type { requestPasswordReset } from '../account.contract.ts'
import type { requestSellerPasswordReset } from '../seller-account.contract.ts'
import { accountAnswer } from './account-form.tsx'

/** The form, sent before JavaScript had loaded. */
export async function askForLink(
  { request, context }: ActionFunctionArgs,
  endpoint: typeof requestPasswordReset | typeof requestSellerPasswordReset,
) {
  const email = formText(await request.formData(), 'email')
  try {
    const { message } = await context.get(apiContext)(endpoint, { body: { email } })
    return { sent: message, answer: undefined }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return data({ sent: undefined, answer: accountAnswer('forgot', error, { email }) }, { status: error.status })
  }
}
