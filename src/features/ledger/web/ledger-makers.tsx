import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { producerUrl } from '#features/producers/producers.rules.ts'
import { formatRupees, type Paise } from '#shared/money.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import type { Ledger, Sums } from '../ledger.contract.ts'
import { sayReturns, saySales, sayUnstated } from '../ledger.words.ts'
import { CardHeads, cards } from './cards.tsx'

/** What each maker sold in the month, and who got what of it. */
export function LedgerMakers({ ledger: { makers, withoutMaker, sums, unstated } }: { ledger: Ledger }) {
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
              <Name>
                <Maker maker={maker} /> <span className="figures text-ink-soft text-sm">{saySales(maker.sales)}</span>
              </Name>
              {figures(maker)}
            </tr>
          ))}
          {withoutMaker && (
            <tr className={cards.row}>
              <Name>Losses and corrections without a maker</Name>
              {figures(withoutMaker)}
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr className={`${cards.row} ${cards.sums}`}>
            <Name look="font-semibold">
              All makers, {saySales(sums.sales)}
              {sums.returns > 0 && `, ${sayReturns(sums.returns)} taken off`}
            </Name>
            {figures(sums)}
          </tr>
        </tfoot>
      </table>
      <p className="mt-3 text-ink-soft text-sm">A return takes its shares off again. {sayUnstated(unstated)}</p>
    </section>
  )
}

const Name = ({ look = 'font-normal', children }: { look?: string; children: ReactNode }) => (
  <th scope="row" className={`wrap-anywhere ${look}`}>
    {children}
  </th>
)

function Maker({ maker: { number, producer } }: { maker: Ledger['makers'][number] }) {
  if (!producer) return <>Maker {number}</>
  if (producer._id === undefined) return <bdi>{producer.name}</bdi>
  return (
    <Link to={producerUrl(producer._id)} prefetch="intent" className="link touch">
      <bdi>{producer.name}</bdi>
    </Link>
  )
}

/** The column that counts: what the maker got. */
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
