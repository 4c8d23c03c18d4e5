import { type ActionFunctionArgs, data, redirect } from 'react-router'
import { deleteAddress } from '#features/addresses/addresses.contract.ts'
import { findUser } from '#features/auth/web/find-user.ts'
import { formCartCookie } from '#features/cart/cart.cookie.ts'
import type { Api } from '#shared/api-client.ts'
import { AppError } from '#shared/app-error.ts'
import { apiContext, visitContext } from '#web/api-context.ts'
import { formText } from '#web/form-text.ts'
import { changePassword, changeProfile, deleteAccount, endSession, sendEmailLink } from '../account.contract.ts'
import { isOtherEmail } from '../account-form.rules.ts'
import { accountAnswer } from './account-form.tsx'

/** The account page's forms, sent before JavaScript had loaded: `intent` says which. */
export async function accountAction({ request, context }: ActionFunctionArgs) {
  const api = context.get(apiContext)
  const form = await request.formData()
  const intent = formText(form, 'intent')
  const typed = { name: formText(form, 'name'), email: formText(form, 'email') }
  try {
    if (intent === 'profile') await saveProfile(api, await findUser(api, context.get(visitContext)), typed, form)
    else if (intent === 'password') {
      const body = { currentPassword: formText(form, 'currentPassword'), newPassword: formText(form, 'newPassword') }
      await api(changePassword, { body })
    } else if (intent === 'send-email-link') await api(sendEmailLink)
    else if (intent === 'end-session') await api(endSession, { params: { id: formText(form, 'session') } })
    else if (intent === 'delete-address') await api(deleteAddress, { params: { id: formText(form, 'address') } })
    else if (intent === 'delete-account') {
      await api(deleteAccount, { body: { currentPassword: formText(form, 'currentPassword') } })
      return redirect('/', { headers: { 'set-cookie': formCartCookie({}) } })
    } else return redirect('/account')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.status === 401) return redirect('/login?next=/account')
    return data(accountAnswer(intent, error, typed), { status: error.status })
  }
  return redirect(`/account?saved=${intent}`)
}

/** The password goes along only where it is asked for: a browser may have filled it in unasked. */
function saveProfile(api: Api, user: { email: string } | null, typed: { name: string; email: string }, form: FormData) {
  const asks = user !== null && isOtherEmail(typed.email, user.email)
  return api(changeProfile, {
    body: { ...typed, ...(asks ? { currentPassword: formText(form, 'currentPassword') } : {}) },
  })
}
