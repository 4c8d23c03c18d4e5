import { formText } from '#web/forms/form-text.ts'

/** What the lock of a phone made or signed, as the browser sent it: the contract reads it. */
export function lockIn(form: FormData) {
  try {
    return JSON.parse(formText(form, 'lock'))
  } catch {
    return {}
  }
}
