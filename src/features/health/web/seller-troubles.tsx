import { Link } from 'react-router'
import { momentInWords } from '#shared/day.ts'
import type { Answer } from '#shared/endpoint.ts'
import { useMay } from '#web/rights.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { listTroubles } from '../health.contract.ts'
import { checkTitles } from '../health.titles.ts'

/** Over every page of the office: a mail would not come while the mail server is the trouble. */
export function Troubles({ troubles }: Answer<typeof listTroubles>) {
  const may = useMay()
  if (troubles.length === 0) return null
  return (
    <Notice
      tone="bad"
      role="status"
      className="mb-5"
      action={
        may('team') && (
          <Link to="/seller/health" className="link inline-flex min-h-11 items-center">
            See more
          </Link>
        )
      }
    >
      {troubles.map(({ name, says, since }) => (
        <p key={name} className="wrap-anywhere">
          <b>{checkTitles[name]}:</b> <span>{says}.</span> <span>Since {momentInWords(since)}.</span>
        </p>
      ))}
      {!may('team') && <p>Tell whoever looks after the team.</p>}
    </Notice>
  )
}
