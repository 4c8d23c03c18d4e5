import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SecondYes } from '#features/second-yes/second-yes.contract.ts'
import { Decision } from '#features/second-yes/web/seller-decision.tsx'
import { formatDay, formatMoment, momentInWords } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import { ListPager, type Pages } from '#web/ui/list-pager.tsx'
import { Name } from '#web/ui/name.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SellerTable } from '#web/ui/seller-list.tsx'
import type { Payout, PayoutRun, ToLookAt } from '../payouts.contract.ts'
import { PAYOUTS_PER_PAGE } from '../payouts.states.ts'
import { inMakers } from '../payouts.words.ts'

interface WaitingRunProps {
  run: PayoutRun & { toLookAt: readonly ToLookAt[] }
  yes: SecondYes
  payouts: readonly Payout[]
  pages: Pages
  page: string
}

/** A run that holds its dues until a second person has looked at it. */
export function WaitingRun({ run, yes, payouts, pages, page }: WaitingRunProps) {
  const { toLookAt, amount, producers } = run
  return (
    <>
      <RunProgress run={run} yes={yes} />
      {toLookAt.length > 0 && (
        <Notice tone="ask" className="mb-5">
          <b>
            {toLookAt.length === 1 ? 'One line is not as last time.' : `${toLookAt.length} lines are not as last time.`}
          </b>{' '}
          Look at {toLookAt.length === 1 ? 'it' : 'them'} before you say yes: what has left the bank does not come back.
        </Notice>
      )}
      <Panel aria-labelledby="leaves" className="mb-5">
        <h2 id="leaves" className="heading-plain px-4 py-4 text-lg nav:px-6">
          What leaves
        </h2>
        <SellerTable from="nav" columns={columns}>
          {payouts.map((payout) => (
            <PayoutLine key={payout._id} payout={payout} look={toLookAt.find((line) => line.payout === payout._id)} />
          ))}
          <tr className="flex justify-between gap-4 bg-kora px-4 py-3 nav:table-row nav:bg-transparent">
            <th scope="row" className={`${lastCell} text-left`} colSpan={2}>
              {inMakers(producers)}
            </th>
            <td className={`${lastCell} figures text-right font-semibold`}>{formatRupees(amount)}</td>
          </tr>
        </SellerTable>
        {pages.pages > 1 && <ListPager {...pages} perPage={PAYOUTS_PER_PAGE} />}
      </Panel>
      <div className="grid items-start gap-5 preview:grid-cols-seller-preview">
        <Panel aria-labelledby="decision" className="p-4 nav:p-6">
          <h2 id="decision" className="heading-plain mb-3 text-lg">
            Your decision
          </h2>
          <Decision yes={yes} page={page} />
        </Panel>
        <SoFar run={run} yes={yes} />
      </div>
    </>
  )
}

const columns = { Maker: 'text-left', 'To look at': 'text-left', 'To pay': 'text-right' }
const lastCell = 'nav:px-4 nav:py-3 nav:align-middle'
const cell = `nav:border-line nav:border-b ${lastCell}`

function PayoutLine({ payout: { producer, account, amount }, look }: { payout: Payout; look: ToLookAt | undefined }) {
  return (
    <tr className="grid gap-2 border-line border-b px-4 py-3 nav:table-row nav:border-0">
      <th scope="row" className={`${cell} wrap-anywhere text-left font-normal`}>
        <b>
          <Name>{producer.name}</Name>
        </b>
        <span className="block text-ink-soft text-sm">
          <bdi>{account}</bdi>
        </span>
      </th>
      <td className={`${cell} wrap-anywhere text-sm`}>{look && <WhatDiffers look={look} />}</td>
      <td className={`${cell} flex justify-between gap-4 nav:table-cell nav:text-right`}>
        <span className="text-ink-soft text-sm nav:hidden">To pay</span>
        <span className="figures font-semibold">{formatRupees(amount)}</span>
      </td>
    </tr>
  )
}

const WhatDiffers = ({ look: { isFirst, newAccount, failed } }: { look: ToLookAt }) => (
  <>
    {isFirst && <Differs title="Paid for the first time" />}
    {newAccount && (
      <Differs title={newAccount.since ? `New account since ${formatDay(newAccount.since)}` : 'New account'}>
        Was <bdi>{newAccount.was}</bdi>.
      </Differs>
    )}
    {failed && (
      <Differs title={`Failed in run ${failed.run}`}>{formatRupees(failed.amount)} could not be paid then.</Differs>
    )}
  </>
)

const Differs = ({ title, children }: { title: string; children?: ReactNode }) => (
  <>
    <p className="flex items-center gap-1.5 font-semibold text-haldi-700">
      <PageIcon name="warn" size="sm" />
      <span>{title}</span>
    </p>
    {children && <p className="text-ink-soft">{children}</p>}
  </>
)

const rings = {
  done: 'border-neel-700 bg-neel-700',
  now: 'border-4 border-neel-700',
  'to come': 'border-line-strong',
}

function RunProgress({ run, yes }: { run: PayoutRun; yes: SecondYes }) {
  const steps = [
    { name: 'Made', text: `${formatMoment(run.madeAt).time}, ${yes.askedBy.name}`, state: 'done' },
    { name: 'Second yes', text: yes.isYours ? 'waits for somebody else' : 'waits for you', state: 'now' },
    { name: 'Bank file', text: 'then', state: 'to come' },
    { name: 'Sent', text: 'with the bank’s reference', state: 'to come' },
  ] as const
  return (
    <Panel aria-label="How far it is" className="mb-5 px-2 py-5">
      <ol className="wrap-anywhere flex text-center text-xs leading-tight md:text-sm">
        {steps.map(({ name, text, state }, place) => (
          <li key={name} aria-current={state === 'now' ? 'step' : undefined} className="min-w-0 flex-1">
            <span aria-hidden="true" className="mb-1.5 flex items-center">
              <span
                className={`flex-1 border-t-2 ${place === 0 ? 'invisible' : place === 1 ? 'border-neel-700' : 'border-line'}`}
              />
              <span className={`size-4 rounded-full border-2 ${rings[state]}`} />
              <span
                className={`flex-1 border-t-2 ${place === steps.length - 1 ? 'invisible' : place === 0 ? 'border-neel-700' : 'border-line'}`}
              />
            </span>
            <span className={state === 'now' ? 'font-semibold' : ''}>{name}</span>
            {state === 'done' && <span className="sr-only">, done</span>}
            <span className="block text-ink-soft text-xs">{text}</span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

const SoFar = ({ run, yes: { askedBy, until } }: { run: PayoutRun; yes: SecondYes }) => (
  <Panel aria-labelledby="so-far" className="wrap-anywhere p-4 text-sm nav:p-6">
    <h2 id="so-far" className="heading-plain mb-3 text-lg">
      What happened so far
    </h2>
    <p>
      <time dateTime={run.madeAt.toISOString()}>{momentInWords(run.madeAt)}</time>: <bdi>{askedBy.name}</bdi> made the
      run, and everybody else with the right money was told by mail.
    </p>
    <p className="mt-3 text-ink-soft">
      Without a yes by <time dateTime={until.toISOString()}>{momentInWords(until)}</time> the run is given up and the
      sums are due again.
    </p>
  </Panel>
)

/** In place of what is to do with the bank. */
export const GivenUp = ({ yes }: { yes: SecondYes | null }) => (
  <Notice className="mb-5">
    <p>
      This run was given up without a second yes, and its sums are due again.{' '}
      <Link to="/seller/payouts" className="link">
        See what is due
      </Link>
    </p>
    {yes?.decidedBy && (
      <p>
        <span>Sent back by </span>
        <bdi>{yes.decidedBy.name}</bdi>
      </p>
    )}
    {yes && yes.reason !== '' && (
      <p>
        <bdi>{yes.reason}</bdi>
      </p>
    )}
  </Notice>
)
