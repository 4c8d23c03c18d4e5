import type { MetaFunction } from 'react-router'
import { useSettings } from '#web/hooks/use-root.ts'
import { pageMeta } from '#web/seo.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { DownloadLink } from '#web/ui/button.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import type { exportLedger } from '../entries-file.contract.ts'
import script from './check-ledger.cjs?raw'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'How to check the ledger',
    description: 'A script of twenty lines that finds an entry of the ledger that was changed or taken out.',
    path: '/ledger/check',
  })

/** What stands in the file, and a script that checks it. */
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
          Each row of the CSV is an entry. Its last column is its hash: SHA-256 of the row before it, without the comma
          between them. That row ends with the hash of the entry before, so whoever changes one entry changes the hashes
          of all that follow. Numbers count up without a gap; money is in paise.
        </p>
        <p>
          A producer is a number, an order is a hash. Write the last hash down, or keep the statement of a payout, which
          has it: then nobody can replace the whole ledger unseen.
        </p>
        <p className="wrap-anywhere">
          Save this as <code>check.js</code> and run it with Node:{' '}
          <code>curl -s {publicUrl}/api/ledger/entries.csv | node check.js</code>. It prints the number and the hash of
          the last entry, or names the first that is off. With <code>?month=2026-11</code> it checks a month.
        </p>
        <DownloadLink<typeof exportLedger> href="/api/ledger/entries.csv">
          <PageIcon name="papers" size="sm" />
          CSV of all entries
        </DownloadLink>
      </div>
      {/* Its long lines scroll, also by keys. */}
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
