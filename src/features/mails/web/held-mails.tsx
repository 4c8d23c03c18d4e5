import { momentInWords } from '#shared/day.ts'
import type { Answer } from '#shared/endpoint.ts'
import { OfficeQuestion } from '#web/ui/office-question.tsx'
import type { getHeldMails } from '../mails.contract.ts'

const decisions = [
  ['send', 'Send them'],
  ['drop', 'Drop them'],
] as const

export function HeldMails({ count, restoredAt }: Answer<typeof getHeldMails>) {
  if (count === 0) return null
  return (
    <OfficeQuestion name="mails" answers={decisions}>
      <p>
        <b>{count === 1 ? '1 mail waits' : `${count} mails wait`} for you.</b> The shop was restored from a backup
        <span>{restoredAt && ` on ${momentInWords(restoredAt)}`}</span>. They were not sent when the backup was made,
        and may have gone out since. Nobody gets them until you decide.
      </p>
    </OfficeQuestion>
  )
}
