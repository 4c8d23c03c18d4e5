import { formatDay } from '#shared/day.ts'
import { formatRupees, minus, type Paise, paise, sumOf } from '#shared/money.ts'
import { useLanguage } from '#web/words.tsx'
import { Card, CardHead } from '../../web/card.tsx'
import { usePages } from '../../web/use-pages.ts'
import { useMoneyWords } from './use-money-words.ts'

interface MoneyWayProps {
  onTheWay: { amount: Paise; parcels: number }
  later: Paise
  laterFrom: Date | null
  due: Paise
}

const looks = {
  outlined: { dot: 'border-2 border-line-strong bg-paper', bar: 'border border-line-strong bg-paper' },
  striped: { dot: 'border-6 border-neel-700 bg-paper', bar: 'share share-striped' },
  solid: { dot: 'bg-neel-700', bar: 'share bg-neel-700' },
}

/** How far money has come, from the courier to what a payout takes: stages on a line, with bars to one scale. */
export function MoneyWay({ onTheWay, later, laterFrom, due }: MoneyWayProps) {
  const say = useMoneyWords()
  const pages = usePages()
  const language = useLanguage()
  const stages = [
    {
      ...{ name: say.onTheWay, amount: onTheWay.amount, look: looks.outlined },
      text: onTheWay.parcels > 0 && say.parcels(onTheWay.parcels),
    },
    {
      ...{ name: say.withCustomer, amount: later, look: looks.striped },
      text: laterFrom && say.daysToReturn(formatDay(laterFrom, language)),
    },
    {
      ...{ name: pages.due, amount: due, look: looks.solid },
      text: due > 0 ? say.waitsForPayout : due < 0 && say.takenLater,
    },
  ]
  const amounts = stages.map(({ amount }) => amount)
  const scale = paise(Math.max(...amounts))
  return (
    <Card aria-labelledby="way">
      <CardHead id="way" text={say.together(formatRupees(sumOf(amounts)))}>
        {say.howFar}
      </CardHead>
      <ol className="grid">
        {stages.map(({ name, amount, text, look }) => (
          <li key={name} className="group flex gap-3.5">
            <span aria-hidden="true" className="flex flex-col items-center pt-1">
              <span className={`size-5 flex-none rounded-full ${look.dot}`} />
              <span className="w-0.5 flex-1 bg-neel-700 group-first:bg-line-strong group-last:hidden" />
            </span>
            <div className="grid min-w-0 flex-1 gap-1 pb-4 group-last:pb-0">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span>{name}</span>
                <b className="whitespace-nowrap">{formatRupees(amount)}</b>
              </p>
              {text && <p className="text-ink-soft text-sm">{text}</p>}
              {amount > 0 && (
                <span aria-hidden="true" className="mt-0.5 flex h-4.5">
                  <span className={look.bar} style={{ flex: amount, minWidth: 4 }} />
                  <span style={{ flex: minus(scale, amount) }} />
                </span>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
