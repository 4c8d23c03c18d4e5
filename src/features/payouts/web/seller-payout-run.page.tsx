import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { formatDay, formatMoment } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import { answerForm } from '#web/answer-form.ts'
import { formText } from '#web/form-text.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, askedPage, sellerMeta } from '#web/seller-page.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { DownloadLink } from '#web/ui/button.tsx'
import { ListPager } from '#web/ui/list-pager.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { PostRefused } from '#web/ui/post-refused.tsx'
import { NoneFit } from '#web/ui/seller-list.tsx'
import { getPayoutRun, listPayouts, markPayoutFailed, markPayoutSent } from '../payouts.contract.ts'
import { PAYOUTS_PER_PAGE } from '../payouts.states.ts'
import { inMakers, stateOfRun } from '../payouts.words.ts'
import { PayoutRow } from './seller-payout-row.tsx'

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

/** What the bank did with one payout. */
export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const params = { id: formText(form, 'payout') }
    const { message } = formText(form, 'intent').startsWith('sent')
      ? await api(markPayoutSent, { params, body: { reference: formText(form, 'reference') } })
      : await api(markPayoutFailed, { params, body: { reason: formText(form, 'reason') } })
    const { pathname, search } = args.url
    return { message, back: pathname + search }
  })

/** The payouts of a run, and what the bank did with each. */
export default function SellerPayoutRunPage() {
  const answer = useLoaderData<typeof loader>()
  if (!answer) return null
  const { run, payouts: list } = answer
  const { payouts, ...pages } = list
  const { day, time } = formatMoment(run.madeAt)
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
            <bdi>{run.madeBy}</bdi>, <time dateTime={run.madeAt.toISOString()}>{`${day}, ${time}`}</time>
          </>
        }
      >
        {run.open > 0 && <DownloadLink href={`/api/payout/run/${run.number}/bank.csv`}>Bank file</DownloadLink>}
      </SellerHead>
      <PostRefused />
      {run.open > 0 && (
        <Notice className="mb-5">
          Give the bank file to your bank as it is: a spreadsheet may round account numbers. It holds what is open of
          this run. Then note here what the bank has sent, with its reference, and what failed.
        </Notice>
      )}
      <Panel aria-label={`Payouts of ${formatDay(run.madeAt)}`}>
        {payouts.length === 0 ? (
          <NoneFit title="The run has no such page" clear="See its first page" />
        ) : (
          <>
            <ul>
              {payouts.map((payout) => (
                <PayoutRow key={payout._id} payout={payout} />
              ))}
            </ul>
            {pages.pages > 1 && <ListPager {...pages} perPage={PAYOUTS_PER_PAGE} />}
          </>
        )}
      </Panel>
    </>
  )
}

export const ErrorBoundary = () => <SellerFailed title="Payout run" what="this run" />
