import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from 'react-router'
import { AppError } from '#shared/app-error.ts'
import { apiContext } from '#web/api-context.ts'
import { formText } from '#web/form-text.ts'
import type { resetPassword } from '../account.contract.ts'
import type { resetSellerPassword } from '../seller-account.contract.ts'
import { accountAnswer } from './account-form.tsx'
import { isUsedUp } from './reset-password.tsx'

/** The token of the mail's link stands in the page. */
export const headers = () => ({ 'cache-control': 'no-store' })

export const loader = ({ request }: LoaderFunctionArgs) => ({
  token: new URL(request.url).searchParams.get('token') ?? '',
})

/** The form, sent before JavaScript had loaded. */
export async function setNewPassword(
  { request, context }: ActionFunctionArgs,
  endpoint: typeof resetPassword | typeof resetSellerPassword,
) {
  const form = await request.formData()
  const body = { token: formText(form, 'token'), password: formText(form, 'password') }
  try {
    await context.get(apiContext)(endpoint, { body })
    return { state: 'done' as const, answer: undefined }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const state = isUsedUp(error) ? ('usedUp' as const) : undefined
    return data({ state, answer: accountAnswer('reset', error) }, { status: error.status })
  }
}
