import { type ActionFunctionArgs, data, type MetaFunction, useActionData } from 'react-router'
import { AppError } from '#shared/app-error.ts'
import { apiContext } from '#web/api-context.ts'
import { formText } from '#web/form-text.ts'
import { pageMeta } from '#web/seo.ts'
import { subscribe } from '../newsletter.contract.ts'
import { type NewsletterAnswer, NewsletterForm, newsletterText, newsletterTitle } from './newsletter-form.tsx'
import { emailMissing, subscribed } from './send-subscription.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: newsletterTitle, description: newsletterText, path: '/newsletter' })

/** The sign-up of any page, sent before JavaScript had loaded. */
export async function action({ request, context }: ActionFunctionArgs) {
  const email = formText(await request.formData(), 'email').trim()
  const answer = (isDone: boolean, message: string): NewsletterAnswer => ({ isDone, message, email })
  if (email === '') return data(answer(false, emailMissing), { status: 400 })
  try {
    await context.get(apiContext)(subscribe, { body: { email } })
    return data(answer(true, subscribed))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return data(answer(false, error.message), { status: error.status })
  }
}

/** The sign-up as a page of its own. */
export default function NewsletterPage() {
  const answer = useActionData<typeof action>()
  return (
    <div className="wrap pt-8 pb-section">
      <div className="max-w-form">
        <h1 className="text-4xl">{newsletterTitle}</h1>
        <p className="mt-2.5 mb-8 max-w-lede text-ink-soft text-lg leading-lede">{newsletterText}</p>
        <NewsletterForm answer={answer} />
      </div>
    </div>
  )
}
