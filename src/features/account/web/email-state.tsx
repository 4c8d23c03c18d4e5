import { useSend } from '#web/hooks/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { EmailState } from '../account.contract.ts'

/** Nothing once the address is confirmed. */
export function EmailNotice({ email, isConfirmed, newEmail }: EmailState) {
  const { submit, busy } = useSend()
  if (isConfirmed && newEmail === null) return null
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
      <form method="post" action="/account" onSubmit={submit} className="mt-2">
        <HiddenFields values={{ intent: 'send-email-link' }} />
        <Button type="submit" variant="line" size="sm" busy={busy}>
          Send the link again
        </Button>
      </form>
    </Notice>
  )
}
