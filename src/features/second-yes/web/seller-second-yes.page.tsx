import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { momentInWords } from '#shared/day.ts'
import type { Answer } from '#shared/endpoint.ts'
import { formatRupees } from '#shared/money.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, sellerMeta } from '#web/seller-page.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { PostRefused } from '#web/ui/post-refused.tsx'
import { listSecondYeses, type SecondYes } from '../second-yes.contract.ts'
import { PEOPLE_FOR_YES } from '../second-yes.rules.ts'
import { pageOfYes } from '../second-yes.states.ts'
import { Decision } from './seller-decision.tsx'
import { sendDecision } from './send-decision.ts'

const title = 'Second yes'
const page = '/seller/second-yes'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, page)

export const loader = ({ context }: LoaderFunctionArgs) => askAsSeller(context, (api) => api(listSecondYeses))

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => ({ ...(await sendDecision(api, form)), back: page }))

const pills = {
  agreed: { tone: 'ok', text: 'Agreed' },
  'sent back': { tone: 'no', text: 'Sent back' },
  'given up': { tone: 'no', text: 'Given up' },
  lapsed: { tone: 'no', text: 'Lapsed' },
  waiting: { tone: 'wait', text: 'Waits' },
  alone: { tone: 'ok', text: 'Done' },
} as const

export default function SellerSecondYesPage() {
  const answer = useLoaderData<typeof loader>()
  if (!answer) return null
  const { waiting, decided } = answer
  return (
    <>
      <SellerHead title={title} text={whenItCounts(answer)} />
      <PostRefused />
      <Panel aria-labelledby="waiting" className="mb-5">
        <h2 id="waiting" className="heading-plain px-4 pt-4 text-lg nav:px-6">
          Waits
        </h2>
        {waiting.length === 0 ? (
          <EmptyState
            title="Nothing waits"
            text="What somebody asks for from that amount on appears here, and a mail tells everybody else who can say yes."
            art="scales"
          />
        ) : (
          <ul>
            {waiting.map((yes) => (
              <WaitingYes key={yes._id} yes={yes} />
            ))}
          </ul>
        )}
      </Panel>
      {decided.length > 0 && (
        <Panel aria-labelledby="decided">
          <h2 id="decided" className="heading-plain px-4 pt-4 pb-2 text-lg nav:px-6">
            Decided lately
          </h2>
          <ul>
            {decided.map((yes) => (
              <DecidedYes key={yes._id} yes={yes} />
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}

function whenItCounts({ from, people, aloneFrom }: Answer<typeof listSecondYeses>) {
  if (from === null) return 'This shop asks for no second yes'
  const amount = formatRupees(from)
  if (aloneFrom)
    return `From ${amount} on money leaves with a second yes. One person alone has the right money now, and is enough from ${momentInWords(aloneFrom)} on`
  return people < PEOPLE_FOR_YES
    ? `From ${amount} on money leaves with a second yes once two people have the right money. Now one has it, so their own proof is enough`
    : `From ${amount} on money leaves only when a second person says yes`
}

function WaitingYes({ yes }: { yes: SecondYes }) {
  const { _id, summary, facts, askedBy, askedAt, until } = yes
  return (
    <li className="grid gap-4 border-line border-b px-4 py-5 last:border-0 nav:px-6" aria-labelledby={`yes-${_id}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h3 id={`yes-${_id}`} className="heading-plain wrap-anywhere min-w-0 text-base">
          <Link to={pageOfYes(yes)} className="link py-1">
            {summary}
          </Link>
        </h3>
        <Pill tone="wait">Waits for a second yes</Pill>
      </div>
      <p className="wrap-anywhere text-ink-soft text-sm">
        <span>Asked for by </span>
        <bdi>{askedBy.name}</bdi>, <time dateTime={askedAt.toISOString()}>{momentInWords(askedAt)}</time>. Without a yes
        by <time dateTime={until.toISOString()}>{momentInWords(until)}</time> it is not done.
      </p>
      <dl className="max-w-prose text-sm">
        {facts
          .filter(({ value }) => value !== '')
          .map(({ name, value }) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-4 border-line border-t py-2">
              <dt className="text-ink-soft">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
      <Decision yes={yes} page={page} />
    </li>
  )
}

function DecidedYes({ yes }: { yes: SecondYes }) {
  const { summary, askedBy, decidedBy, decidedAt, state, reason } = yes
  const { tone, text } = pills[state]
  return (
    <li className="grid gap-1 border-line border-t px-4 py-3 nav:px-6">
      <p className="wrap-anywhere flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Link to={pageOfYes(yes)} className="link py-1">
          {summary}
        </Link>
        <Pill tone={tone}>{text}</Pill>
      </p>
      <p className="wrap-anywhere text-ink-soft text-sm">
        <span>Asked for by </span>
        <bdi>{askedBy.name}</bdi>
        {decidedBy && (
          <>
            <span>, decided by </span>
            <bdi>{decidedBy.name}</bdi>
          </>
        )}
        <span>{decidedAt && `, ${momentInWords(decidedAt)}`}</span>
        {reason !== '' && <span className="block">{reason}</span>}
      </p>
    </li>
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="what waits" />
