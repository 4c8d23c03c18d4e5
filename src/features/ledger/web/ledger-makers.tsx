import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { producerUrl } from '#features/producers/producers.rules.ts'
import { formatRupees, type Paise } from '#shared/money.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { Name } from '#web/ui/name.tsx'
import type { Ledger, Sums } from '../ledger.contract.ts'
import { countOf, sayOthers, sayReturns, saySales, sayUnstated } from '../ledger.words.ts'
import { CardHeads, cards } from './cards.tsx'

export function LedgerMakers({ ledger: { makers, others, withoutMaker, sums, unstated } }: { ledger: Ledger }) {
  const { storeName } = useSettings()
  const columns = ['Sales', 'To the maker', 'Packing and courier', 'Community', storeName]
  const figures = ({ shares, total, toMakers }: Sums) => (
    <Figures columns={columns} amounts={[total, toMakers, shares.costs, shares.community, shares.shop]} />
  )
  return (
    <section aria-labelledby="by-maker" className="mt-10">
      <h2 id="by-maker" className="mb-4 text-2xl">
        By maker
      </h2>
      <table className={cards.table}>
        <CardHeads names={['Maker', ...columns]} figures={columns.length} />
        <tbody>
          {makers.map((maker) => (
            <tr key={maker.number} className={cards.row}>
              <RowName>
                <Maker maker={maker} /> <span className="figures text-ink-soft text-sm">{saySales(maker.sales)}</span>
              </RowName>
              {figures(maker)}
            </tr>
          ))}
          {others?.sums && (
            <tr className={cards.row}>
              <RowName>
                {countOf(others.makers)} makers who are not named{' '}
                <span className="figures text-ink-soft text-sm">{saySales(others.sums.sales)}</span>
              </RowName>
              {figures(others.sums)}
            </tr>
          )}
          {withoutMaker && (
            <tr className={cards.row}>
              <RowName>Losses and corrections without a maker</RowName>
              {figures(withoutMaker)}
            </tr>
          )}
        </tbody>
        {sums && (
          <tfoot>
            <tr className={`${cards.row} ${cards.sums}`}>
              <RowName look="font-semibold">
                {`All makers, ${saySales(sums.sales)}${sums.returns > 0 ? `, ${sayReturns(sums.returns)} taken off` : ''}`}
              </RowName>
              {figures(sums)}
            </tr>
          </tfoot>
        )}
      </table>
      <p className="mt-3 text-ink-soft text-sm">
        A return takes its shares off again. {sayUnstated(unstated)} {sayOthers(others)}
      </p>
    </section>
  )
}

const RowName = ({ look = 'font-normal', children }: { look?: string; children: ReactNode }) => (
  <th scope="row" className={`wrap-anywhere ${look}`}>
    {children}
  </th>
)

function Maker({ maker: { producer } }: { maker: Ledger['makers'][number] }) {
  if (producer._id === undefined) return <Name>{producer.name}</Name>
  return (
    <Link to={producerUrl(producer._id)} prefetch="intent" className="link touch">
      <Name>{producer.name}</Name>
    </Link>
  )
}

const TO_THE_MAKER = 1

const Figures = ({ columns, amounts }: { columns: readonly string[]; amounts: readonly Paise[] }) =>
  amounts.map((amount, at) => (
    <td
      key={columns[at]}
      data-label={columns[at]}
      className={`figures ${at === TO_THE_MAKER ? 'font-semibold' : ''} ${amount < 0 ? 'text-madder-700' : ''}`}
    >
      {formatRupees(amount)}
    </td>
  ))
