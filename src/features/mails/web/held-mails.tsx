import { type SubmitEvent, useState } from 'react'
import { toast } from 'react-hot-toast'
import { Form, useRevalidator } from 'react-router'
import { formatMoment } from '#shared/day.ts'
import type { Answer } from '#shared/endpoint.ts'
import { call } from '#web/call.ts'
import { useAct } from '#web/hooks/use-act.ts'
import { ActFailed } from '#web/ui/act-failed.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { getHeldMails, releaseHeldMails } from '../mails.contract.ts'

type Action = 'send' | 'drop'

/** Over every page of the seller's area while mails of a restored backup wait for a decision. */
export function HeldMails({ count, restoredAt }: Answer<typeof getHeldMails>) {
  const { revalidate } = useRevalidator()
  const { busy, failed, act } = useAct()
  const [pressed, setPressed] = useState<Action>()
  if (count === 0) return null

  function release(action: Action) {
    setPressed(action)
    act(async () => {
      const { message } = await call<typeof releaseHeldMails>('POST /api/seller/held-mails', { body: { action } })
      toast.success(message)
      await revalidate()
    })
  }
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    release(event.nativeEvent.submitter?.getAttribute('value') === 'send' ? 'send' : 'drop')
  }
  const moment = restoredAt && formatMoment(restoredAt)
  return (
    <Notice tone="wait" role="status" className="mb-5">
      <p>
        <b>{count === 1 ? '1 mail waits' : `${count} mails wait`} for you.</b> The shop was restored from a backup
        {moment && ` on ${moment.day}, ${moment.time}`}. They were not sent when the backup was made, and may have gone
        out since. Nobody gets them until you decide.
      </p>
      <Form method="post" action="/seller" className="mt-2 flex flex-wrap gap-3" onSubmit={onSubmit}>
        <Button
          type="submit"
          name="mails"
          value="send"
          variant="line"
          size="sm"
          busy={busy && pressed === 'send'}
          className="min-h-11"
        >
          Send them
        </Button>
        <Button
          type="submit"
          name="mails"
          value="drop"
          variant="quiet"
          size="sm"
          busy={busy && pressed === 'drop'}
          className="min-h-11"
        >
          Drop them
        </Button>
      </Form>
      <ActFailed failed={failed} className="mt-2" />
    </Notice>
  )
}
