import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { formatDay } from '#shared/day.ts'
import { hrefOf } from '#shared/endpoint.ts'
import { formatRupees } from '#shared/money.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, askedPage, sellerMeta } from '#web/seller-page.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { DownloadLink } from '#web/ui/button.tsx'
import { DemoMark } from '#web/ui/demo-mark.tsx'
import { ListPager } from '#web/ui/list-pager.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { NoneFit } from '#web/ui/seller-list.tsx'
import { SpreadsheetHint } from '#web/ui/spreadsheet-hint.tsx'
import { STATEMENT_LINES } from '../payouts.states.ts'
import { amountInWords, runWithDays, stateInWords, statementTitle } from '../statement.words.ts'
import {
  getStatement,
  getStatementCsv,
  getStatementPdf,
  getStatementXlsx,
  type Statement,
} from '../statements.contract.ts'
import { StatementTable } from './seller-statement-table.tsx'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData, location }) =>
  sellerMeta(matches, loaderData, loaderData ? statementTitle(loaderData.statement) : 'Statement', location.pathname)

export const loader = ({ request, params: { id = '' }, context }: LoaderFunctionArgs) =>
  askAsSeller(context, (api) => api(getStatement, { params: { id }, query: { page: askedPage(request) } }))

export default function SellerStatementPage() {
  const found = useLoaderData<typeof loader>()
  if (!found) return null
  const { statement, lines, ...pages } = found
  const of = { params: { id: statement._id } }
  return (
    <>
      <BackLink to="/seller/payouts" className="text-sm">
        Payouts
      </BackLink>
      <SellerHead
        title={statementTitle(statement)}
        text={
          <>
            <span>{runWithDays(statement)}</span> <DemoMark of={statement} />
          </>
        }
      >
        <span className="flex flex-wrap gap-3">
          <DownloadLink href={hrefOf(getStatementPdf, of)}>
            <PageIcon name="papers" size="sm" />
            PDF
          </DownloadLink>
          <DownloadLink href={hrefOf(getStatementCsv, of)}>
            <PageIcon name="papers" size="sm" />
            CSV
          </DownloadLink>
          <DownloadLink href={hrefOf(getStatementXlsx, of)}>
            <PageIcon name="papers" size="sm" />
            Excel
          </DownloadLink>
        </span>
      </SellerHead>
      <SpreadsheetHint className="mb-4 max-w-184" />
      <Panel className="max-w-240">
        <Head statement={statement} />
        {lines.length > 0 ? (
          <>
            <StatementTable statement={statement} lines={lines} />
            {pages.pages > 1 && <ListPager {...pages} perPage={STATEMENT_LINES} />}
          </>
        ) : pages.total > 0 ? (
          <NoneFit title="The statement has no such page" clear="See its first page" />
        ) : (
          <p className="border-line border-t p-5">
            This payout was entered after a restore, as the bank had made it. It is taken off what comes due next, so it
            has no pieces of its own.
          </p>
        )}
      </Panel>
      <Notes statement={statement} />
    </>
  )
}

const tones = { open: 'wait', sent: 'ok', failed: 'no' } as const

function Head({ statement }: { statement: Statement }) {
  const { state, amount, account, reference, reason, endedAt } = statement
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-4 p-5">
      <div>
        <p className="text-ink-soft text-sm">{amountInWords[state]}</p>
        <p className="figures font-semibold text-3xl">{formatRupees(amount)}</p>
      </div>
      <dl className="grid w-88 max-w-full gap-1 text-sm [&_div]:flex [&_div]:justify-between [&_div]:gap-6">
        {account !== null && (
          <div>
            <dt>Bank</dt>
            <dd className="wrap-anywhere text-right">{account}</dd>
          </div>
        )}
        {reference !== undefined && (
          <div>
            <dt>Reference</dt>
            <dd className="wrap-anywhere text-right">{reference}</dd>
          </div>
        )}
        <div>
          <dt>State</dt>
          <dd className="text-right">
            <Pill tone={tones[state]}>{stateInWords[state]}</Pill>
          </dd>
        </div>
        {endedAt && (
          <div>
            <dt>Noted on</dt>
            <dd>{formatDay(endedAt)}</dd>
          </div>
        )}
        {reason !== undefined && (
          <div>
            <dt>Reason</dt>
            <dd className="wrap-anywhere text-right">{reason}</dd>
          </div>
        )}
      </dl>
    </div>
  )
}

function Notes({ statement }: { statement: Statement }) {
  const { producer, state, lastEntry } = statement
  return (
    <div className="mt-5 grid max-w-240 gap-3 text-ink-soft text-sm">
      <p className="wrap-anywhere">{mailInWords(state, producer.email)}</p>
      <p>
        Each line is an entry of the public ledger, under the number given here. When this run was made, the ledger
        ended with entry {lastEntry.number}, whose hash follows from all entries before it: who keeps it can tell if an
        older entry is ever changed.
      </p>
      <p className="wrap-anywhere figures">{lastEntry.hash}</p>
    </div>
  )
}

function mailInWords(state: Statement['state'], email: string | undefined) {
  if (email === undefined)
    return 'This producer has no e-mail address on record, so no mail is sent. Give them the PDF on paper.'
  if (state === 'open') return `When it is marked as sent, the statement is mailed to ${email}.`
  return state === 'sent' ? `The statement was mailed to ${email}.` : `The producer was told by mail to ${email}.`
}

export const ErrorBoundary = () => <SellerFailed title="Statement" what="the statement" />
