import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import { afterAsking } from '#features/second-yes/web/after-asking.ts'
import { newId } from '#shared/ids.ts'
import { formatRupees, fromRupees, readRupees, toRupees } from '#shared/money.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, askedPage, sellerMeta } from '#web/seller-page.ts'
import { AskFirst } from '#web/ui/ask-first.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { PostRefused } from '#web/ui/post-refused.tsx'
import { FigureStrip } from '#web/ui/seller-figure-strip.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import {
  confirmLastPayout,
  enterFoundPayout,
  listDue,
  listPayoutRuns,
  listPayouts,
  makePayoutRun,
} from '../payouts.contract.ts'
import { inMakers } from '../payouts.words.ts'
import { AfterRestore } from './seller-after-restore.tsx'
import { Balances } from './seller-balances.tsx'
import { PayoutRuns } from './seller-payout-runs.tsx'

const title = 'Payouts'
const page = '/seller/payouts'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, page)

export function loader({ request, context }: LoaderFunctionArgs) {
  return askAsSeller(context, async (api) => {
    const [due, runs, open] = await Promise.all([
      api(listDue),
      api(listPayoutRuns, { query: { page: askedPage(request) } }),
      // A restored shop asks of each whether the bank paid it.
      api(listPayouts, { query: { state: 'open', limit: '100' } }),
    ])
    // One key a page view: each producer is paid once, however often the button is pressed.
    return { due, runs, open: due.lockedSince ? open.payouts : [], runKey: newId() }
  })
}

/** Makes a run or, after a restore, enters what the bank did. */
export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const intent = formText(form, 'intent')
    const reference = formText(form, 'reference')
    if (intent === 'found') {
      const payout = formText(form, 'payout')
      const amount = readRupees(formText(form, 'amount'))
      const found = { producer: formText(form, 'producerId'), amount: toRupees(amount ?? fromRupees(0)) }
      const { message } = await api(enterFoundPayout, { body: { reference, ...(payout ? { payout } : found) } })
      return { message, back: page }
    }
    if (intent === 'confirm') {
      const isNone = form.has('none')
      const nothingMissing = form.has('nothingMissing')
      const { message } = await api(confirmLastPayout, {
        body: { reference: isNone ? null : reference, nothingMissing },
      })
      return { message, back: page }
    }
    const answer = await api(makePayoutRun, {
      headers: { 'idempotency-key': formText(form, 'key') },
      body: {},
    })
    return afterAsking(answer, page)
  })

export default function SellerPayoutsPage() {
  const answer = useLoaderData<typeof loader>()
  const send = useSend({ intent: 'run' })
  const [searchParams] = useSearchParams()
  if (!answer) return null
  const { due, runs, open, runKey } = answer
  const { run, lockedSince } = due
  const amount = formatRupees(run.amount)
  return (
    <>
      <SellerHead title={title} text="Due is what was sold, paid for, delivered and can no longer be returned.">
        {run.producers > 0 && !lockedSince && (
          <AskFirst
            send={send}
            page={page}
            ask={{ name: 'ask', value: 'run', isAsked: searchParams.get('ask') === 'run' }}
            fields={{ intent: 'run', key: runKey, leaves: `a payout run, to ${inMakers(run.producers)}`, sum: amount }}
            title="Make a payout run?"
            text={`${amount} to ${inMakers(run.producers)}. You then give its file to your bank, and note here what the bank has sent.`}
            confirm={`Pay out ${amount}`}
            keep="Not now"
          >
            {(button) => <Button {...button}>{`Make payout run, ${amount}`}</Button>}
          </AskFirst>
        )}
      </SellerHead>
      <PostRefused />
      <SendFailed failed={send.failed} className="mb-5" />
      {lockedSince && <AfterRestore since={lockedSince} open={open} />}
      {due.balances.length > 0 && <Figures due={due} />}
      {due.balances.length > 0 ? (
        <Balances balances={due.balances} least={due.least} />
      ) : (
        <Panel className="mb-6">
          <EmptyState
            title="Nothing is due"
            text="What makers earn appears here once an order is delivered and paid for."
            art="spool"
          />
        </Panel>
      )}
      <PayoutRuns runs={runs} isLocked={lockedSince !== null} />
    </>
  )
}

function Figures({ due }: { due: NonNullable<Awaited<ReturnType<typeof loader>>>['due'] }) {
  const { run, waiting, netted, later, held, least, returnDays } = due
  const days = returnDays === 1 ? '1 day' : `${returnDays} days`
  return (
    <FigureStrip
      figures={[
        {
          name: 'In the next run',
          figure: formatRupees(run.amount),
          text: `${inMakers(run.producers)}, ${formatRupees(least)} or more each`,
        },
        {
          name: 'Due, but waiting',
          figure: formatRupees(waiting.amount),
          text: waiting.producers > 0 ? `${inMakers(waiting.producers)}, see below` : 'Nobody waits',
        },
        {
          name: 'To be netted',
          figure: formatRupees(netted.amount),
          text: netted.producers > 0 ? inMakers(netted.producers) : 'Nobody owes the shop',
          isNegative: netted.amount < 0,
        },
        {
          name: 'In the days to return',
          figure: formatRupees(later.amount),
          text: returnDays === 0 ? 'Due at the end of the day' : `Due within ${days}`,
        },
        ...(held.producers > 0
          ? [{ name: 'Held', figure: formatRupees(held.amount), text: 'A return is open, or goods are back' }]
          : []),
      ]}
    />
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="payouts" />
