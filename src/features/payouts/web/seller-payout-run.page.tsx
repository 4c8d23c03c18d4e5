import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { sendDecision } from '#features/second-yes/web/send-decision.ts'
import type { Api } from '#shared/api-client.ts'
import { askAgain } from '#shared/app-error.ts'
import { formatDay, formatMoment } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, askedPage, sellerMeta } from '#web/seller-page.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { DemoMark } from '#web/ui/demo-mark.tsx'
import { ListPager } from '#web/ui/list-pager.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { PostRefused } from '#web/ui/post-refused.tsx'
import { NoneFit } from '#web/ui/seller-list.tsx'
import {
  getPayoutRun,
  listPayouts,
  markPayoutFailed,
  markPayoutSent,
  markRunSent,
  type PayoutRun,
} from '../payouts.contract.ts'
import { PAYOUTS_PER_PAGE } from '../payouts.states.ts'
import { inMakers, stateOfRun } from '../payouts.words.ts'
import { BankFile } from './seller-bank-file.tsx'
import { BankForm, sentWords } from './seller-bank-form.tsx'
import { PayoutRow } from './seller-payout-row.tsx'
import { GivenUp, WaitingRun } from './seller-waiting-run.tsx'

const pageOf = (number: number) => `/seller/payouts/run/${number}`
const titleOf = (number: string | number) => `Payout run ${number}`

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData, params, location }) =>
  sellerMeta(matches, loaderData, titleOf(params.number ?? ''), location.pathname)

export function loader({ request, params, context }: LoaderFunctionArgs) {
  const number = params.number ?? ''
  return askAsSeller(context, async (api) => {
    const [run, payouts] = await Promise.all([
      api(getPayoutRun, { params: { id: number } }),
      api(listPayouts, { query: { run: number, page: askedPage(request) } }),
    ])
    return { run, payouts }
  })
}

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    if (formText(form, 'intent').startsWith('yes '))
      return { ...(await sendDecision(api, form)), back: args.url.pathname }
    const { message } = await note(api, args.params.number ?? '', form)
    const { pathname, search } = args.url
    return { message, back: pathname + search }
  })

function note(api: Api, run: string, form: FormData) {
  const params = { id: formText(form, 'payout') }
  const reference = formText(form, 'reference')
  const [what] = formText(form, 'intent').split(' ')
  if (what === 'bank') return seeBankFile(api, run)
  if (what === 'run') return api(markRunSent, { params: { id: run }, body: { reference } })
  return what === 'sent'
    ? api(markPayoutSent, { params, body: { reference } })
    : api(markPayoutFailed, { params, body: { reason: formText(form, 'reason') } })
}

/** The page shows it by itself once the proof is there. */
async function seeBankFile(api: Api, id: string) {
  const { provedUntil } = await api(getPayoutRun, { params: { id } })
  if (provedUntil === null) throw askAgain()
  return { message: '' }
}

export default function SellerPayoutRunPage() {
  const answer = useLoaderData<typeof loader>()
  if (!answer) return null
  const { run, payouts: list } = answer
  const { payouts, ...pages } = list
  const { day, time } = formatMoment(run.madeAt)
  const isLocked = run.lockedSince !== null
  const waits = run.waiting > 0 ? run.secondYes : null
  return (
    <>
      <BackLink to="/seller/payouts" className="mb-2">
        Payouts
      </BackLink>
      <SellerHead
        title={titleOf(run.number)}
        text={
          <>
            {formatRupees(run.amount)} to {inMakers(run.producers)}, {stateOfRun(run).text.toLowerCase()}. Made by{' '}
            <bdi>{run.madeBy}</bdi>, <time dateTime={run.madeAt.toISOString()}>{`${day}, ${time}`}</time>{' '}
            <DemoMark of={run} />
          </>
        }
      >
        {waits && <Pill tone="wait">Waits for a second yes</Pill>}
      </SellerHead>
      <PostRefused />
      {waits && <WaitingRun run={run} yes={waits} payouts={payouts} pages={pages} page={pageOf(run.number)} />}
      {run.givenUp > 0 && <GivenUp yes={run.secondYes} />}
      {run.open > 0 && (isLocked ? <Locked /> : <WhatToDo run={run} />)}
      {run.open > 0 && !isLocked && <BankFile run={run.number} isProved={run.provedUntil !== null} />}
      {!waits && (
        <Panel aria-label={`Payouts of ${formatDay(run.madeAt)}`}>
          {payouts.length === 0 ? (
            <NoneFit title="The run has no such page" clear="See its first page" />
          ) : (
            <>
              <ul>
                {payouts.map((payout) => (
                  <PayoutRow key={payout._id} payout={payout} isLocked={isLocked} />
                ))}
              </ul>
              {pages.pages > 1 && <ListPager {...pages} perPage={PAYOUTS_PER_PAGE} />}
            </>
          )}
        </Panel>
      )}
    </>
  )
}

const Locked = () => (
  <Notice className="mb-5">
    This shop was restored from a backup.{' '}
    <Link to="/seller/payouts" className="link">
      Compare these books with your bank
    </Link>{' '}
    first: until then nothing is paid out or noted here.
  </Notice>
)

const WhatToDo = ({ run: { number, open } }: { run: PayoutRun }) => (
  <>
    <Notice className="mb-5">
      Give the bank file to your bank as it is: in a CSV a spreadsheet drops zeros of account numbers and rounds them,
      in the Excel file it does not. Its last column says how each account number ends. It holds what is open of this
      run. Then note here what the bank has sent, with its reference, and what failed.
    </Notice>
    {open > 1 && (
      <Panel aria-label="The whole run" className="mb-5 px-4 py-1 nav:px-6">
        <details className="text-sm open:pb-4">
          <summary className="link min-h-11 w-fit cursor-pointer content-center">The bank sent all of them</summary>
          <p className="mb-3 max-w-prose">
            Under one reference. Note first what failed: what is marked as sent cannot fail any more.
          </p>
          <BankForm intent="run" about={titleOf(number)} {...sentWords} button={`Mark all ${open} sent`} />
        </details>
      </Panel>
    )}
  </>
)

export const ErrorBoundary = () => <SellerFailed title="Payout run" what="this run" />
