import { formatDay, formatMonth, readDay } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import type { Ledger } from '../ledger.contract.ts'
import { CardHeads, cards } from './cards.tsx'

interface LedgerCommunityProps {
  community: Ledger['community']
  isPanel?: boolean
}

export function LedgerCommunity({ community, isPanel = false }: LedgerCommunityProps) {
  const { since, collected, given, left, payouts } = community
  return (
    <section aria-labelledby="community" className={isPanel ? '' : 'mt-10'}>
      <h2 id="community" className={isPanel ? 'heading-plain text-lg leading-tight' : 'mb-1.5 text-2xl'}>
        Where the community share went
      </h2>
      <p className={`text-ink-soft ${isPanel ? 'text-sm' : ''}`}>
        {`Collected${since ? ` since ${formatMonth(since)}` : ''} ${formatRupees(collected)}, given ${formatRupees(given)}, still to give ${formatRupees(left)}.`}
      </p>
      {payouts.length > 0 && (
        <table className={`${cards.table} mt-4`}>
          <CardHeads names={['Date', 'For', 'Amount']} figures={1} />
          <tbody>
            {payouts.map(({ _id, day, for: what, amount, link }) => (
              <tr key={_id} className={cards.row}>
                <td className="whitespace-nowrap">{formatDay(readDay(day))}</td>
                <td className="wrap-anywhere lg:w-full">
                  {what}
                  {link && (
                    <>
                      {' '}
                      <a href={link} rel="noopener" className="link touch">
                        Receipt<span className="sr-only"> for {what}</span>
                      </a>
                    </>
                  )}
                </td>
                <td className="figures" data-label="Amount">
                  {formatRupees(amount)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
