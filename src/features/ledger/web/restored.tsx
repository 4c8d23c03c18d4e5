import { inWords } from '#features/orders/parcels/parcels.words.ts'
import { momentInWords } from '#shared/day.ts'
import type { Restore } from '#web/restored-shop.ts'
import { OfficeQuestion } from '#web/ui/office-question.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** "orders 1003 to 1102 and invoices 8 to 107" */
const numbersInWords = ({ numbers }: Restore) =>
  inWords(numbers.map(({ called, first, last }) => `${called} ${first === last ? first : `${first} to ${last}`}`))

/** Shown until somebody has seen it. */
export function Restored({ restores, isSeen }: { restores: readonly Restore[]; isSeen: boolean }) {
  const [newest] = restores
  if (!newest || isSeen) return null
  return (
    <OfficeQuestion name="restore" answers={[['seen', 'I have seen it']]}>
      <p>
        <b>The shop was restored from a backup on {momentInWords(newest.at)}.</b>{' '}
        <span>What happened after the backup was made is lost. </span>
        {newest.numbers.length > 0 && (
          <span>
            {`People may hold these numbers, so nobody else gets them: ${numbersInWords(newest)}. A paper or a mail with one of them is of an order, invoice or payout that this shop has lost. `}
          </span>
        )}
        <span>
          Before you send a refund by UPI or bank transfer, look in the statement of your bank whether it was sent
          already.
        </span>
      </p>
    </OfficeQuestion>
  )
}

export const RestoresPanel = ({ restores }: { restores: readonly Restore[] }) =>
  restores.length > 0 && (
    <Panel aria-labelledby="restores" className="mt-5 p-5 nav:p-6">
      <h2 id="restores" className="heading-plain text-lg leading-tight">
        Numbers left out after a restore
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-ink-soft text-sm">
        They may have been given out after the backup was made. Nobody gets them again.
      </p>
      <ul className="text-sm">
        {restores.map((restore) => (
          <li key={restore.at.getTime()} className="wrap-anywhere border-line border-t py-3">
            <b>Restored on {momentInWords(restore.at)}</b>:{' '}
            <span>{restore.numbers.length > 0 ? numbersInWords(restore) : 'none'}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
