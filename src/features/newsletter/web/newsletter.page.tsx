import type { ActionFunctionArgs, MetaFunction } from 'react-router'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { refuseField } from '#web/forms/refuse-field.ts'
import { pageMeta } from '#web/seo.ts'
import { subscribe } from '../newsletter.contract.ts'
import { atTheField, emailMissing, NewsletterForm, newsletterText, newsletterTitle } from './newsletter-form.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: newsletterTitle, description: newsletterText, path: '/newsletter' })

/** The sign-up of any page. */
export const action = (args: ActionFunctionArgs) =>
  answerForm(
    args,
    async (api, form) => {
      const email = formText(form, 'email').trim()
      if (email === '') throw refuseField('email', emailMissing)
      const { message } = await api(subscribe, { body: { email } })
      return { message, sentTo: email }
    },
    { reword: atTheField },
  )

/** The sign-up as a page of its own. */
export default function NewsletterPage() {
  return (
    <div className="wrap pt-8 pb-section">
      <div className="max-w-form">
        <h1 className="text-4xl">{newsletterTitle}</h1>
        <p className="mt-2.5 mb-8 max-w-lede text-ink-soft text-lg leading-lede">{newsletterText}</p>
        <NewsletterForm />
      </div>
    </div>
  )
}
