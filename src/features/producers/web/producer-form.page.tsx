import { useEffect, useState } from 'react'
import { type ActionFunctionArgs, type MetaFunction, useActionData } from 'react-router'
import { readFields } from '#shared/form-fields.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { isFormAnswer } from '#web/forms/form-answer.ts'
import { useArrival } from '#web/hooks/use-arrival.ts'
import { useSettings, useShopper } from '#web/hooks/use-root.ts'
import { pageMeta } from '#web/seo.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageIcon, type PageIconName } from '#web/ui/page-icon.tsx'
import { applicationFields, emptyApplication, refusedIn } from '../application-form.rules.ts'
import { submitApplication } from '../producers.contract.ts'
import { dropDraft } from './application-draft.ts'
import { ApplicationForm, applying, type Sent } from './application-form.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Join as Producer',
    description:
      'Show us what you make and how you make it. Ten questions, about ten minutes; most of the profit goes to producers.',
    path: '/producerform',
  })

export const action = (args: ActionFunctionArgs) =>
  answerForm(
    args,
    async (api, form) => {
      const typed = readFields(applicationFields, form)
      const { message } = await api(submitApplication, { body: typed })
      return { message, sentTo: typed.email.trim() }
    },
    { reword: refusedIn(applying.failed) },
  )

const facts: { icon: PageIconName; text: string }[] = [
  { icon: 'list', text: 'Ten questions, about ten minutes' },
  { icon: 'eye', text: 'Have ready: a photo of you and one of your work, or links to them' },
  { icon: 'cash', text: 'You name your price, and most of the profit is yours on top. Applying is free.' },
]

export default function ProducerFormPage() {
  const posted: unknown = useActionData()
  const shopper = useShopper()
  const [sentTo, setSentTo] = useState(isFormAnswer<Sent>(posted) && posted.isDone ? posted.sentTo : undefined)
  return (
    <div className="wrap grid gap-10 pt-form-top pb-section cart:grid-cols-application cart:gap-application">
      <div className="grid content-start gap-4 cart:sticky cart:top-6 cart:self-start">
        <h1 className="text-4xl">Join as Producer</h1>
        <p className="max-w-lede text-ink-soft text-lg leading-lede">
          Show us what you make and how you make it. We read every application and reply by e-mail.
        </p>
        <ul className="mt-2 grid gap-3.5 text-sm">
          {facts.map(({ icon, text }) => (
            <li key={icon} className="flex items-start gap-3">
              <PageIcon name={icon} className="text-neel-700" />
              {text}
            </li>
          ))}
        </ul>
        <img
          src="/pictures/producer-weaver-portrait.svg"
          alt=""
          width={800}
          height={600}
          loading="lazy"
          className="mt-4 aspect-4/3 w-full bg-kora-deep object-cover max-cart:hidden"
        />
      </div>
      {sentTo === undefined ? (
        <ApplicationForm
          start={{ ...emptyApplication, email: shopper?.email ?? '' }}
          use={applying}
          onDone={(done) => setSentTo(done.sentTo)}
        />
      ) : (
        <Received email={sentTo} />
      )}
    </div>
  )
}

/** Shown in place of the form. */
function Received({ email }: { email: string }) {
  const heading = useArrival<HTMLHeadingElement>()
  const { supportEmail } = useSettings()
  // The draft is the browser's.
  useEffect(dropDraft, [])
  return (
    <div className="grid content-start justify-items-start gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-3xl">
        Application received
      </h2>
      <p className="wrap-anywhere max-w-prose text-lg">
        We will write to <bdi>{email}</bdi>.
      </p>
      <h3 className="heading-plain mt-2 text-lg">What happens next</h3>
      <ol className="grid max-w-prose list-decimal gap-2 pl-5">
        <li>In a few minutes a mail there says that we have your application.</li>
        <li>A person reads every message. You need not do anything.</li>
        <li>
          A second mail tells what we have decided. If it is a yes, your page is in the shop by then, and the mail leads
          to it.
        </li>
      </ol>
      <p className="max-w-prose text-ink-soft">
        If you have not heard from us within two weeks, write to{' '}
        <a href={`mailto:${supportEmail}`} className="link wrap-anywhere">
          {supportEmail}
        </a>
        .
      </p>
      <ButtonLink to="/" className="mt-2">
        Go to home
      </ButtonLink>
    </div>
  )
}
