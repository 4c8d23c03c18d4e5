import type { MetaFunction } from 'react-router'
import { hrefOf } from '#shared/endpoint.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { pageMeta } from '#web/seo.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { DownloadLink } from '#web/ui/button.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import { exportLedger } from '../entries-file.contract.ts'
import { CheckHere } from './check-here.tsx'
import script from './check-ledger.cjs?raw'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'How to check the ledger',
    description: 'A script that finds an entry of the ledger that was changed or taken out.',
    path: '/ledger/check',
  })

export default function HowToCheckPage() {
  const { publicUrl } = useSettings()
  return (
    <div className="wrap pt-8 pb-section">
      <BackLink to="/ledger" className="mb-2">
        The ledger
      </BackLink>
      <h1 className="text-4xl">How to check the ledger</h1>
      <div className="mt-6 grid max-w-prose gap-4">
        <p>
          Each row of the CSV is an entry. Its last column is its hash: SHA-256 of the part of the row before it; remove
          the comma between them first. That part ends with the hash of the entry before, so whoever changes one entry
          changes the hashes of all that follow. Numbers count up without a gap; money is in paise.
        </p>
        <p>
          A producer is a number, an order is a hash. Of a producer who does not agree to be named, a row shows one
          hash, <code>commitment</code>, in place of number, pieces and amounts: SHA-256 of a random salt and of these
          cells, joined by commas. Their maker has that text on the statement, and whoever bought the piece finds it in
          My Orders. Of older rows, and of who no longer agrees, the file has the number and the two hashes alone: you
          see that each is the next row’s previous hash.
        </p>
        <p>
          Write the last hash down, or keep the statement of a payout, which has it: then nobody can replace the whole
          ledger unseen.
        </p>
        <section aria-labelledby="here" className="grid gap-3 bg-kora p-5">
          <h2 id="here" className="heading-plain text-lg leading-snug">
            In your browser
          </h2>
          <p>
            Your browser fetches all entries and computes each hash with the script that stands below. It sends nothing
            to anybody.
          </p>
          <CheckHere />
        </section>
        <h2 className="heading-plain text-lg leading-snug">With a program of your own</h2>
        <p className="wrap-anywhere">
          Save this as <code>check.js</code> and run it with Node, 20 or newer:{' '}
          <code>
            curl -s {publicUrl}
            {`${exportLedger.path} | node check.js`}
          </code>
          . It prints the number and the hash of the last entry and how many rows it has computed, or names the first
          that is off. With <code>?month=2026-11</code> it checks a month, with <code>?format=1</code> the rows from
          before the form was changed. A file that a spreadsheet has saved is no longer the one that was hashed: fetch
          it again.
        </p>
        <DownloadLink href={hrefOf(exportLedger)}>
          <PageIcon name="papers" size="sm" />
          CSV of all entries
        </DownloadLink>
      </div>
      {/* Long lines scroll, also by keys. */}
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
        aria-label="The script"
        className="mt-5 overflow-x-auto bg-kora p-5"
      >
        <pre className="text-xs">{script}</pre>
      </section>
    </div>
  )
}
