import type { ActionFunctionArgs } from 'react-router'
import { deleteAddress } from '#features/addresses/addresses.contract.ts'
import { findShopper } from '#features/auth/web/find-shopper.ts'
import { formCartCookie } from '#features/cart/cart.cookie.ts'
import type { Api } from '#shared/api-client.ts'
import type { Visit } from '#shared/page-parts.ts'
import { visitContext } from '#web/api-context.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { changePassword, changeProfile, deleteAccount, endSession, sendEmailLink } from '../account.contract.ts'
import { besideFields, isOtherEmail } from '../account-form.rules.ts'

/** `intent` says which form. */
export const accountAction = (args: ActionFunctionArgs) =>
  answerForm(
    args,
    async (api, form) => {
      const intent = formText(form, 'intent')
      const currentPassword = formText(form, 'currentPassword')
      if (intent === 'delete-account') {
        const { message } = await api(deleteAccount, { body: { currentPassword } })
        return { message, to: '/', headers: new Headers({ 'set-cookie': formCartCookie({}) }) }
      }
      const change = changes[intent]
      if (!change) return { back: '/account' }
      const { message } = await change(api, form, args.context.get(visitContext))
      return { message, back: `/account?saved=${intent}` }
    },
    { reword: besideFields },
  )

const changes: Record<string, (api: Api, form: FormData, visit: Visit) => Promise<{ message: string }>> = {
  profile: saveProfile,
  password: (api, form) =>
    api(changePassword, {
      body: { currentPassword: formText(form, 'currentPassword'), newPassword: formText(form, 'newPassword') },
    }),
  'send-email-link': (api) => api(sendEmailLink),
  'end-session': (api, form) => api(endSession, { params: { id: formText(form, 'session') } }),
  'delete-address': (api, form) => api(deleteAddress, { params: { id: formText(form, 'address') } }),
}

/** The password only where needed: a browser may fill it in unasked. */
async function saveProfile(api: Api, form: FormData, visit: Visit) {
  const shopper = await findShopper(api, visit)
  const email = formText(form, 'email')
  const asks = shopper !== null && isOtherEmail(email, shopper.email)
  return api(changeProfile, {
    body: {
      name: formText(form, 'name'),
      email,
      ...(asks ? { currentPassword: formText(form, 'currentPassword') } : {}),
    },
  })
}
