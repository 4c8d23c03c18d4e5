import { momentInWords } from '#shared/day.ts'
import type { Answer } from '#shared/endpoint.ts'
import { OfficeQuestion } from '#web/ui/office-question.tsx'
import type { getDateDoubt } from '../date.contract.ts'

/** While the clock is in doubt, ledger, invoices and payouts wait. */
export function DateDoubt({ doubt }: Answer<typeof getDateDoubt>) {
  if (!doubt) return null
  const { kind, shown, now, lastEntryAt } = doubt
  return (
    <OfficeQuestion name="date" answers={[['right', 'The date is right']]}>
      <p>
        <b>Is it {momentInWords(shown)}?</b>{' '}
        <span>
          {kind === 'start' && lastEntryAt
            ? `So says the clock of the shop, but the last entry of the ledger is of ${momentInWords(lastEntryAt)}.`
            : `The clock of the shop jumped to this time. Orders are dated ${momentInWords(now)} and onwards meanwhile.`}
        </span>{' '}
        <span>
          The shop sells on. Ledger, invoices and payouts wait, because nothing in them can be dated anew. If the time
          is wrong, set the clock of the machine.
        </span>
        {kind === 'start' && <span> Then start the shop again.</span>}
      </p>
    </OfficeQuestion>
  )
}
