import { Link } from 'react-router'
import { formatRupees, type Paise } from '#shared/money.ts'
import { Name } from '#web/ui/name.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { SellerTable } from '#web/ui/seller-list.tsx'
import type { CheckedFile, FileLine } from '../courier-file.contract.ts'
import { type Finding, findingNames } from '../courier-file.kinds.ts'

const tones: Readonly<Record<Finding, 'ok' | 'wait' | 'no' | 'info'>> = {
  matched: 'ok',
  same: 'info',
  changed: 'wait',
  short: 'wait',
  more: 'wait',
  unknown: 'no',
  twice: 'no',
  unclear: 'no',
  barred: 'no',
}

const head = 'px-4 py-3 border-line border-b'
const cell = 'nav:border-line nav:border-b nav:px-4 nav:py-3'
const rowLook =
  'grid grid-cols-seller-order items-baseline gap-x-4 gap-y-1 border-line border-b px-4 py-3.5 nav:table-row nav:border-0'

/** An amount with its name, where there are no headings. */
const Amount = ({ name, amount }: { name: string; amount: Paise | null }) => (
  <td
    className={`${cell} figures max-nav:col-span-2 max-nav:flex max-nav:justify-between nav:text-right ${amount === null ? 'max-nav:hidden' : ''}`}
  >
    {amount !== null && (
      <>
        <span className="text-ink-soft text-sm nav:hidden">{name}</span>
        {formatRupees(amount)}
      </>
    )}
  </td>
)

function whose({ parcel, what, otherLine }: FileLine) {
  if (!parcel) return what === 'unknown' ? 'No parcel of ours has this number' : undefined
  const also = otherLine === null ? parcel.person : `also in line ${otherLine}`
  return (
    <>
      <Link to={`/seller/orders/${parcel.order._id}`} className="link">
        #{parcel.order.number}
      </Link>
      , parcel {parcel.number}, <bdi>{also}</bdi>
    </>
  )
}

export function FileLines({ checked: { kind, look, linesToLookAt } }: { checked: CheckedFile }) {
  if (look.length === 0) return null
  const isCash = kind === 'cash'
  const columns = {
    Line: 'text-left',
    What: 'text-left',
    Parcel: 'text-left',
    ...(isCash ? { Expected: 'text-right', 'In the file': 'text-right' } : { Says: 'text-left' }),
    'What we do': 'text-left',
  }
  return (
    <Panel aria-labelledby="look" className="mb-5">
      <h2 id="look" className={`heading-plain text-lg ${head}`}>
        {linesToLookAt === 1 ? '1 line' : `${linesToLookAt.toLocaleString('en-IN')} lines`} to look at
      </h2>
      <SellerTable from="nav" columns={columns}>
        {look.map((line) => (
          <tr key={line.line} className={rowLook}>
            <td className={`${cell} figures`}>
              <span className="sr-only nav:hidden">Line </span>
              {line.line}
            </td>
            <td className={cell}>
              <Pill tone={tones[line.what]}>{findingNames[line.what]}</Pill>
            </td>
            <td className={`${cell} wrap-anywhere text-sm max-nav:col-span-2`}>
              <b className="figures">
                <bdi>{line.named || 'Nothing'}</bdi>
              </b>
              <span className="block text-ink-soft">{whose(line)}</span>
            </td>
            {isCash ? (
              <>
                <Amount name="Expected" amount={line.expected} />
                <Amount name="In the file" amount={line.inFile} />
              </>
            ) : (
              <td className={`${cell} wrap-anywhere text-sm max-nav:col-span-2`}>
                <bdi>{line.says}</bdi>
              </td>
            )}
            <td className={`${cell} wrap-anywhere text-sm max-nav:col-span-2`}>{line.whatWeDo}</td>
          </tr>
        ))}
      </SellerTable>
    </Panel>
  )
}

export function MissingParcels({ checked: { missingParcels, missing, amounts } }: { checked: CheckedFile }) {
  if (missingParcels.length === 0) return null
  return (
    <Panel className="mt-5">
      <details>
        <summary className="cursor-pointer px-4 py-3 font-semibold">
          Missing in the file: {missing === 1 ? '1 parcel' : `${missing.toLocaleString('en-IN')} parcels`},{' '}
          {formatRupees(amounts.missing)} still expected
        </summary>
        <ul className="border-line border-t">
          {missingParcels.map(({ _id, code, order, person, trackingNumber, expected }) => (
            <li
              key={_id}
              className="flex flex-wrap justify-between gap-x-4 px-4 py-2.5 not-first:border-line not-first:border-t"
            >
              <span className="wrap-anywhere min-w-0 text-sm">
                <Link to={`/seller/orders/${order._id}`} className="link">
                  {code}
                </Link>
                , <Name>{person}</Name>
                <span>{trackingNumber && `, ${trackingNumber}`}</span>
              </span>
              <span className="figures">{formatRupees(expected)}</span>
            </li>
          ))}
        </ul>
        {missing > missingParcels.length && (
          <p className="border-line border-t px-4 py-2.5 text-sm">
            The {missingParcels.length} that wait longest. All of them are in Cash to come.
          </p>
        )}
      </details>
    </Panel>
  )
}
