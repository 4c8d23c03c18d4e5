import { formText } from '#web/forms/form-text.ts'

/** What a passkey signed, as the browser sent it: the contract reads it. */
export function passkeyIn(form: FormData) {
  try {
    return JSON.parse(formText(form, 'passkey'))
  } catch {
    return {}
  }
}
