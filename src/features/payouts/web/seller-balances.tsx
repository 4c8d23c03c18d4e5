import { Link } from 'react-router'
import { formatRupees, type Paise, sumOf } from '#shared/money.ts'
import { Name } from '#web/ui/name.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { SellerTable } from '#web/ui/seller-list.tsx'
import type { Balance } from '../payouts.contract.ts'
import { whyNotPaid } from '../payouts.words.ts'

const columns = {
  Maker: 'text-left',
  Due: 'text-right',
  'In the days to return': 'text-right',
  'Next run': 'text-left',
}
const row = 'block border-line border-b px-4 py-3 nav:table-row nav:border-0'
const lastCell = 'nav:px-4 nav:py-3 nav:align-middle'
const cell = `nav:border-line nav:border-b ${lastCell}`

export const Balances = ({ balances, least }: { balances: readonly Balance[]; least: Paise }) => (
  <Panel aria-labelledby="balances" className="mb-6">
    <h2 id="balances" className="heading-plain px-4 py-4 text-lg nav:px-6">
      Balances
    </h2>
    <SellerTable from="nav" columns={columns}>
      {balances.map((balance) => (
        <BalanceRow key={balance.producer._id} balance={balance} least={least} />
      ))}
      <tr className={`${row} rounded-b-sm border-b-0 bg-kora font-semibold nav:bg-transparent`}>
        <th scope="row" className="block px-0 pb-1 text-left font-semibold nav:table-cell nav:px-4 nav:py-3">
          All
        </th>
        <Amount label="Due" amount={sumOf(balances.map(({ due }) => due))} isLast />
        <Amount label="Later" amount={sumOf(balances.map(({ later }) => later))} isLast />
        <td className="hidden nav:table-cell" />
      </tr>
    </SellerTable>
  </Panel>
)

function BalanceRow({ balance, least }: { balance: Balance; least: Paise }) {
  const { producer, account, due, later, held, next } = balance
  const why = whyNotPaid(balance, least)
  return (
    <tr className={row}>
      <th scope="row" className={`${cell} wrap-anywhere block pb-1 text-left font-normal nav:table-cell nav:pb-3`}>
        <b className="font-semibold">
          <Name>{producer.name}</Name>
        </b>
        <Link
          to={`/seller/payouts/account/${encodeURIComponent(producer._id)}`}
          className="link block w-fit py-1 text-ink-soft text-sm"
        >
          <bdi>{account ?? 'No account, enter one'}</bdi>
          <span className="sr-only">{`${account === null ? ' for ' : ', account of '}${producer.name}`}</span>
        </Link>
      </th>
      <Amount label="Due" amount={due} look="font-semibold" />
      <Amount label="Later" amount={later} />
      <td className={`${cell} block pt-1 text-ink-soft text-sm nav:table-cell nav:pt-3`}>
        {next === 'run' && <Pill tone="info">In this run</Pill>}
        <span>{why}</span>
        {held !== 0 && (
          <span className="block pt-1">
            {formatRupees(held)} held: a return is open, or goods are back and not refunded
          </span>
        )}
      </td>
    </tr>
  )
}

interface AmountProps {
  label: string
  amount: Paise
  look?: string
  isLast?: boolean
}

/** On a phone the label comes first. */
const Amount = ({ label, amount, look = '', isLast = false }: AmountProps) => (
  <td className={`${isLast ? lastCell : cell} flex justify-between gap-4 nav:table-cell nav:text-right`}>
    <span className="font-normal text-ink-soft nav:hidden">{label}</span>
    <span className={`figures whitespace-nowrap ${look} ${amount < 0 ? 'text-madder-700' : ''}`}>
      {formatRupees(amount)}
    </span>
  </td>
)
