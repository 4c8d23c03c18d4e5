import { sellerLogin } from '#features/auth/auth.contract.ts'
import type { Api } from '#shared/api-client.ts'
import type { Reword } from '#web/forms/form-answer.ts'
import { formText } from '#web/forms/form-text.ts'
import { withStep } from '../login-step.ts'
import { askPasskey, enterByPasskey } from '../passkeys.contract.ts'
import { enterByCode, proveAgain } from '../second-factor.contract.ts'
import { passkeyIn } from './passkey-field.ts'

/** What the forms of a login, and of a proof, send: `next` is a page of the area. */
export async function answerLogin(api: Api, form: FormData, next: string) {
  const intent = formText(form, 'intent')
  if (intent === 'ask passkey') return { toast: '', question: await api(askPasskey, { body: {} }) }
  if (intent === 'prove' || intent === 'prove by passkey') {
    await api(proveAgain, { body: proofIn(form) })
    return form.has('next') ? { to: next, isInPlace: true } : {}
  }
  if (intent === 'code') {
    await api(enterByCode, { body: { code: codeIn(form) } })
    return { to: next, isInPlace: true }
  }
  if (intent === 'enter by passkey') {
    await api(enterByPasskey, { body: { passkey: passkeyIn(form) } })
    return { to: next, isInPlace: true }
  }
  const body = { email: formText(form, 'email'), password: formText(form, 'password') }
  const { needs } = await api(sellerLogin, { body })
  return needs ? { to: withStep(next), isInPlace: true } : { back: next }
}

/** Six digits of the app, or a recovery code in their place. */
export const codeIn = (form: FormData) => formText(form, 'recovery').trim() || formText(form, 'code')

function proofIn(form: FormData) {
  if (form.has('passkey')) return { passkey: passkeyIn(form) }
  const currentPassword = formText(form, 'currentPassword')
  return currentPassword === '' ? { code: codeIn(form) } : { currentPassword }
}

const fieldOfRefusal: Record<string, string> = {
  WRONG_PASSWORD: 'currentPassword',
  WRONG_CODE: 'code',
  CODE_USED: 'code',
}

/** The sentence stands beside the field that was wrong. */
export const rewordProof: Reword = ({ code, message, fields }) => {
  const field = fieldOfRefusal[code]
  return { fields: fields ?? (field ? { [field]: message } : {}) }
}
