import { formatDay } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import { PageIcon } from '#web/ui/page-icon.tsx'
import { useLanguage } from '#web/words.tsx'
import { Card, CardHead } from '../../web/card.tsx'
import type { OwnPayout } from '../money.contract.ts'
import { useMoneyWords } from './use-money-words.ts'

type Statement = OwnPayout & { pdf: string; csv: string }

export function Statements({ payouts }: { payouts: readonly Statement[] }) {
  const say = useMoneyWords()
  return (
    <Card aria-labelledby="statements">
      <CardHead id="statements" text={say.eachPayout}>
        {say.statements}
      </CardHead>
      <ul className="-mx-4 -mb-4">
        {payouts.map((payout) => (
          <Row key={payout._id} {...payout} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ madeAt, amount, state, reference, pdf, csv }: Statement) {
  const say = useMoneyWords()
  const day = formatDay(new Date(madeAt), useLanguage())
  return (
    <li className="flex gap-3.5 border-line border-t px-4 pt-3 pb-1">
      <PageIcon name="papers" className="mt-2 flex-none text-neel-700" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3 leading-snug">
          <span>{day}</span>
          <b className="whitespace-nowrap">{formatRupees(amount)}</b>
        </p>
        <p className="wrap-anywhere text-ink-soft text-sm">
          {say.payoutState[state]}
          {reference && <bdi lang="en-IN">, {reference}</bdi>}
        </p>
        <p className="flex flex-wrap gap-x-5 text-base">
          <Download href={pdf} of={day}>
            {say.statement}
          </Download>
          <Download href={csv} of={day}>
            {say.statementCsv}
          </Download>
        </p>
      </div>
    </li>
  )
}

const Download = ({ href, of, children }: { href: string; of: string; children: string }) => (
  <a href={href} download className="link inline-flex min-h-12 items-center">
    {children}
    <span className="sr-only">, {of}</span>
  </a>
)
