import { Link } from 'react-router'
import { formatMoment } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import { Name } from '#web/ui/name.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { Payout } from '../payouts.contract.ts'
import { BankForm, sentWords } from './seller-bank-form.tsx'

const pills = {
  open: { tone: 'wait', text: 'Open' },
  sent: { tone: 'ok', text: 'Sent' },
  failed: { tone: 'no', text: 'Failed' },
  waiting: { tone: 'wait', text: 'Waits' },
  'given up': { tone: 'no', text: 'Given up' },
} as const

interface PayoutRowProps {
  payout: Payout
  /** True after a restore, until the books are compared with the bank. */
  isLocked: boolean
}

export function PayoutRow({ payout, isLocked }: PayoutRowProps) {
  const { _id, producer, account, amount, state } = payout
  const { tone, text } = pills[state]
  const isEntered = state !== 'waiting' && state !== 'given up'
  return (
    <li className="grid gap-3 border-line border-b px-4 py-4 last:border-0 nav:px-6" aria-labelledby={`maker-${_id}`}>
      <div className="grid grid-cols-seller-order items-start gap-x-4 gap-y-1">
        <div className="wrap-anywhere">
          <h2 id={`maker-${_id}`} className="heading-plain text-base">
            <Name>{producer.name}</Name>
          </h2>
          <p className="text-ink-soft text-sm">{account === null ? 'Entered after a restore' : <bdi>{account}</bdi>}</p>
        </div>
        <p className="figures text-right font-semibold">{formatRupees(amount)}</p>
        <div>
          <Pill tone={tone}>{text}</Pill>
        </div>
        {isEntered && (
          <Link to={`/seller/payouts/${_id}`} className="link justify-self-end py-1 text-sm">
            Statement
            <span className="sr-only">
              {' '}
              of <Name>{producer.name}</Name>
            </span>
          </Link>
        )}
      </div>
      {isEntered && state !== 'open' && <Ended payout={payout} />}
      {state === 'open' && !isLocked && <WhatTheBankDid payout={payout} />}
    </li>
  )
}

function Ended({ payout: { state, reference, reason, endedAt, endedBy } }: { payout: Payout }) {
  const at = endedAt && formatMoment(endedAt)
  return (
    <p className="wrap-anywhere text-sm">
      {state === 'sent' ? (
        <>
          Reference <bdi>{reference}</bdi>.
        </>
      ) : (
        <>
          <bdi>{reason}</bdi>. Due again, in the next run.
        </>
      )}{' '}
      <span className="text-ink-mute">
        <bdi>{endedBy}</bdi>
        <span>{at && `, ${at.day}, ${at.time}`}</span>
      </span>
    </p>
  )
}

const WhatTheBankDid = ({ payout: { _id, producer } }: { payout: Payout }) => (
  <div className="grid gap-3">
    <BankForm intent="sent" payout={_id} about={producer.name} {...sentWords} button="Mark sent" />
    <details className="text-sm">
      <summary className="link min-h-11 w-fit cursor-pointer content-center">
        It failed
        <span className="sr-only">
          : payout to <Name>{producer.name}</Name>
        </span>
      </summary>
      <BankForm
        intent="failed"
        payout={_id}
        about={producer.name}
        field="reason"
        label="Why it failed"
        hint="The maker reads it. The amount is due again at once."
        missing="Enter why it failed"
        button="Mark failed"
      />
    </details>
  </div>
)
