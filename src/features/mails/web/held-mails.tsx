import { formatMoment } from '#shared/day.ts'
import type { Answer } from '#shared/endpoint.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import type { getHeldMails } from '../mails.contract.ts'

/** Over every page of the seller's area while mails of a restored backup wait for a decision. */
export function HeldMails({ count, restoredAt }: Answer<typeof getHeldMails>) {
  const { submit, sending, failed } = useSend()
  if (count === 0) return null
  const moment = restoredAt && formatMoment(restoredAt)
  const decision = (value: 'send' | 'drop') =>
    ({ type: 'submit', name: 'mails', value, busy: sending?.get('mails') === value }) as const
  return (
    <Notice tone="wait" role="status" className="mb-5">
      <p>
        <b>{count === 1 ? '1 mail waits' : `${count} mails wait`} for you.</b> The shop was restored from a backup
        {moment && ` on ${moment.day}, ${moment.time}`}. They were not sent when the backup was made, and may have gone
        out since. Nobody gets them until you decide.
      </p>
      <form method="post" action="/seller" onSubmit={submit} className="mt-2 flex flex-wrap gap-3">
        <Button {...decision('send')} variant="line" size="sm">
          Send them
        </Button>
        <Button {...decision('drop')} variant="quiet" size="sm">
          Drop them
        </Button>
      </form>
      <SendFailed failed={failed} className="mt-2" />
    </Notice>
  )
}
