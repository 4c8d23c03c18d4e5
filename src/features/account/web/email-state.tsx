import { useState } from 'react'
import { toast } from 'react-hot-toast'
import { Form } from 'react-router'
import { call, messageOf } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { EmailState, sendEmailLink } from '../account.contract.ts'

/** What is to be done until an address is confirmed, with a button that sends the link again; nothing when all is done. */
export function EmailNotice({ email, isConfirmed, newEmail }: EmailState) {
  const [busy, setBusy] = useState(false)
  if (isConfirmed && newEmail === null) return null

  async function send() {
    setBusy(true)
    try {
      toast.success((await call<typeof sendEmailLink>('POST /api/user/email/send-link')).message)
    } catch (error) {
      toast.error(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Notice tone="wait" className="mb-5">
      <p className="break-words">
        {newEmail === null ? (
          <>
            <b>Not confirmed yet.</b> We have sent a link to {email}. Open it, so that we know the address is yours.
          </>
        ) : (
          <>
            <b>{newEmail} is not confirmed yet.</b> We have sent a link there. Open it, then it takes the place of{' '}
            {email}.
          </>
        )}
      </p>
      <Form
        method="post"
        action="/account"
        className="mt-2"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <input type="hidden" name="intent" value="send-email-link" />
        <Button type="submit" variant="line" size="sm" busy={busy} className="min-h-11">
          Send the link again
        </Button>
      </Form>
    </Notice>
  )
}
