import { type ReactNode, useEffect, useState } from 'react'
import { type ActionFunctionArgs, useActionData } from 'react-router'
import { readFields } from '#shared/form-fields.ts'
import type { SameWords } from '#shared/languages.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { isFormAnswer } from '#web/forms/form-answer.ts'
import { useArrival } from '#web/hooks/use-arrival.ts'
import { useSettings, useShopper } from '#web/hooks/use-root.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageIcon, type PageIconName } from '#web/ui/page-icon.tsx'
import { applicationFields, emptyApplication, refusedIn } from '../../application-form.rules.ts'
import { submitApplication } from '../../producers.contract.ts'
import { dropDraft } from './application-draft.ts'
import { ApplicationForm, type FormUse, type Sent } from './application-form.tsx'
import type { joinEn } from './join.words.en.ts'

/** The answer is worded in the page's language, which the application keeps. */
export const sendApplication = (args: ActionFunctionArgs, { failed }: FormUse) =>
  answerForm(
    args,
    async (api, form) => {
      const typed = readFields(applicationFields, form)
      const { message } = await api(submitApplication, { body: typed })
      return { message, sentTo: typed.email.trim() }
    },
    { reword: refusedIn(failed) },
  )

type JoinWords = SameWords<typeof joinEn>

const factIcons = ['list', 'eye', 'cash'] as const satisfies readonly PageIconName[]

/** The Join form, in one language. */
export function Join({ words, use }: { words: JoinWords; use: FormUse }) {
  const posted: unknown = useActionData()
  const shopper = useShopper()
  const [sentTo, setSentTo] = useState(isFormAnswer<Sent>(posted) && posted.isDone ? posted.sentTo : undefined)
  return (
    <div className="wrap grid gap-10 pt-form-top pb-section cart:grid-cols-application cart:gap-application">
      <div className="grid content-start gap-4 cart:sticky cart:top-6 cart:self-start">
        <h1 className="text-4xl">{words.title}</h1>
        <p className="max-w-lede text-ink-soft text-lg leading-lede">{words.intro}</p>
        <ul className="mt-2 grid gap-3.5 text-sm">
          {factIcons.map((icon, at) => (
            <li key={icon} className="flex items-start gap-3">
              <PageIcon name={icon} className="text-neel-700" />
              <span>{words.facts[at]}</span>
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
          use={use}
          onDone={(done) => setSentTo(done.sentTo)}
        />
      ) : (
        <Received email={sentTo} words={words} />
      )}
    </div>
  )
}

/** Shown in place of the form. */
function Received({ email, words }: { email: string; words: JoinWords }) {
  const heading = useArrival<HTMLHeadingElement>()
  const { supportEmail } = useSettings()
  // The draft is the browser's.
  useEffect(dropDraft, [])
  return (
    <div className="grid content-start justify-items-start gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-3xl">
        {words.received}
      </h2>
      <p className="wrap-anywhere max-w-prose text-lg">
        <Pieces of={words.weWriteTo(<bdi>{email}</bdi>)} />
      </p>
      <h3 className="heading-plain mt-2 text-lg">{words.next}</h3>
      <ol className="grid max-w-prose list-decimal gap-2 pl-5">
        {words.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="max-w-prose text-ink-soft">
        <Pieces
          of={words.notHeard(
            <a href={`mailto:${supportEmail}`} className="link wrap-anywhere">
              {supportEmail}
            </a>,
          )}
        />
      </p>
      <ButtonLink to="/" className="mt-2">
        {words.home}
      </ButtonLink>
    </div>
  )
}

/** A sentence with an element in it. */
const Pieces = ({ of: pieces }: { of: readonly ReactNode[] }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces stay in their order
  pieces.map((piece, at) => <span key={at}>{piece}</span>)
