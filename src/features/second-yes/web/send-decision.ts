import type { Api } from '#shared/api-client.ts'
import { formText } from '#web/forms/form-text.ts'
import { decideSecondYes } from '../second-yes.contract.ts'

/** Of the form in seller-decision.tsx, on whichever page it stands. */
export async function sendDecision(api: Api, form: FormData) {
  const [, id = ''] = formText(form, 'intent').split(' ')
  const isAgreed = formText(form, 'to') === 'agreed'
  const { message } = await api(decideSecondYes, {
    params: { id },
    body: isAgreed ? { to: 'agreed' } : { to: 'sent back', message: formText(form, 'message') },
  })
  return { message }
}
