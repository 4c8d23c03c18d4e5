import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { hrefOf } from '#shared/endpoint.ts'
import { DownloadLink } from '#web/ui/button.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import { exportLedger } from '../entries-file.contract.ts'
import type { Ledger } from '../ledger.contract.ts'
import { countOf, formatMonthAlone } from '../ledger.words.ts'

export function LedgerCheck({ ledger, checked }: { ledger: Ledger; checked: { text: string; isOff: boolean } }) {
  const { month, months, entries, numbers, lastHash } = ledger
  const isOlder = numbers !== null && numbers.last < entries
  const name = formatMonthAlone(month)
  return (
    <section aria-labelledby="check" className="grid content-start gap-3 self-start bg-kora p-5 md:p-7">
      <h2 id="check" className="heading-plain text-lg leading-snug">
        Check it yourself
      </h2>
      <dl className="grid gap-2 text-sm">
        <Fact name="Entries">{countOf(entries)}, without a gap</Fact>
        <Fact name={month === months[0] ? 'This month' : name}>
          {numbers ? `${countOf(numbers.first)} to ${countOf(numbers.last)}` : 'None'}
        </Fact>
        <Fact name="Last check" look={checked.isOff ? 'font-semibold text-madder-700' : ''}>
          {checked.text}
        </Fact>
      </dl>
      {isOlder && <Hash name={`Last hash of ${name}`} hash={numbers.lastHash} />}
      <Hash name={isOlder ? 'Last hash of all' : 'Last hash'} hash={lastHash ?? ''} />
      <p className="text-ink-soft text-sm">
        Each entry carries the hash of the one before. Take the CSV, hash line by line, and you get{' '}
        {isOlder ? 'the hash of the month' : 'this hash'}. It holds no person and no order number, and no amount of a
        maker who does not agree to be named.
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {numbers && (
          <DownloadLink href={hrefOf(exportLedger, { query: { month } })}>
            <PageIcon name="papers" size="sm" />
            CSV of {name}
          </DownloadLink>
        )}
        <Link to="/ledger/check" prefetch="intent" className="link touch text-sm">
          How to check
        </Link>
      </div>
    </section>
  )
}

const Fact = ({ name, look = '', children }: { name: string; look?: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4">
    <dt>{name}</dt>
    <dd className={`figures text-right ${look}`}>{children}</dd>
  </div>
)

const Hash = ({ name, hash }: { name: string; hash: string }) => (
  <div>
    <p className="font-semibold text-sm">{name}</p>
    <code className="wrap-anywhere text-xs">{hash}</code>
  </div>
)
