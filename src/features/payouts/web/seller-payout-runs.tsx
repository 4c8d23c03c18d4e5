import { Link } from 'react-router'
import { formatDay } from '#shared/day.ts'
import type { Answer } from '#shared/endpoint.ts'
import { formatRupees } from '#shared/money.ts'
import { DemoMark } from '#web/ui/demo-mark.tsx'
import { ListPager } from '#web/ui/list-pager.tsx'
import { Name } from '#web/ui/name.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { NoneFit, SellerTable } from '#web/ui/seller-list.tsx'
import type { listPayoutRuns, PayoutRun } from '../payouts.contract.ts'
import { RUNS_PER_PAGE } from '../payouts.states.ts'
import { inMakers, stateOfRun } from '../payouts.words.ts'

const columns = { Run: 'text-left', Amount: 'text-right', State: 'text-left', Papers: 'text-left' }
const cell = 'nav:border-line nav:border-b nav:px-4 nav:py-3 nav:align-middle'

interface PayoutRunsProps {
  runs: Answer<typeof listPayoutRuns>
  /** Payouts wait after a restore, so the bank gets no file. */
  isLocked: boolean
}

export function PayoutRuns({ runs: { runs, ...pages }, isLocked }: PayoutRunsProps) {
  if (pages.total === 0) return null
  return (
    <Panel aria-labelledby="runs">
      <h2 id="runs" className="heading-plain px-4 py-4 text-lg nav:px-6">
        Runs
      </h2>
      {runs.length === 0 ? (
        <NoneFit title="There are no earlier runs" clear="See the newest" />
      ) : (
        <>
          <SellerTable from="nav" columns={columns}>
            {runs.map((run) => (
              <RunRow key={run.number} run={run} hasFile={run.open > 0 && !isLocked} />
            ))}
          </SellerTable>
          {pages.pages > 1 && <ListPager {...pages} perPage={RUNS_PER_PAGE} />}
        </>
      )}
    </Panel>
  )
}

function RunRow({ run, hasFile }: { run: PayoutRun; hasFile: boolean }) {
  const { number, madeAt, producers, amount, failed, failures, waiting, givenUp } = run
  const { tone, text } = stateOfRun(run)
  const page = `/seller/payouts/run/${number}`
  return (
    <tr className="grid grid-cols-seller-order items-center gap-x-4 gap-y-1 border-line border-b px-4 py-3 nav:table-row nav:border-0">
      <th scope="row" className={`${cell} col-span-2 text-left font-normal`}>
        <Link to={page} className="link inline-block py-1">
          {number}, {formatDay(madeAt)}
        </Link>{' '}
        <DemoMark of={run} />
        <span className="block text-ink-soft text-sm">{inMakers(producers)}</span>
      </th>
      <td className={`${cell} figures nav:text-right`}>{formatRupees(amount)}</td>
      <td className={cell}>
        <Pill tone={tone}>{text}</Pill>
      </td>
      <td className={`${cell} wrap-anywhere col-span-2 text-sm`}>
        {hasFile && (
          <>
            <BankFileLink run={number} />
            {', '}
          </>
        )}
        <Link to={page} className="link inline-block py-1">
          {waiting > 0 || givenUp > 0 ? 'What it pays' : hasFile ? 'statements' : 'Statements'}
          <span className="sr-only"> of run {number}</span>
        </Link>
        {failures.map(({ producer, reason }) => (
          <p key={producer._id}>
            <Name>{producer.name}</Name>: {reason}. Due again, in the next run.
          </p>
        ))}
        {failed > failures.length && <p>{failed - failures.length} more failed.</p>}
      </td>
    </tr>
  )
}

/** The run's page asks for the password first. */
const BankFileLink = ({ run }: { run: number }) => (
  <Link to={`/seller/payouts/run/${run}`} className="link inline-block py-1">
    Bank file<span className="sr-only"> of run {run}</span>
  </Link>
)
