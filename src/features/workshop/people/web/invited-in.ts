import { isLanguage } from '#shared/languages.ts'
import { formText } from '#web/forms/form-text.ts'

/** What a form says of whom it invites. Empty fields are left out. */
export function invitedIn(form: FormData) {
  const [email, phone, person, language] = ['email', 'phone', 'person', 'language'].map((name) => formText(form, name))
  return {
    name: formText(form, 'name'),
    ...(email ? { email } : {}),
    ...(phone ? { phone } : {}),
    ...(person ? { person } : {}),
    ...(isLanguage(language) ? { language } : {}),
    helper: formText(form, 'helper') === 'yes',
  }
}
