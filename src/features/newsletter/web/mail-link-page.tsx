import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import type { AccountKind } from '#shared/endpoint.ts'
import { type Done, mayWorkLater, type Refused } from '#web/forms/form-answer.ts'
import { useArrival } from '#web/hooks/use-arrival.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import type { loader } from './mail-link.ts'

export type MailLinkAnswer = Done<{ role?: AccountKind }> | Refused

interface MailLinkPageProps {
  title: string
  text: string
  button: string
  busyLabel: string
  /** What one may do next, once it is done or cannot be done. */
  children?: (answer: MailLinkAnswer | undefined) => ReactNode
}

/**
 * Where a link in a mail leads. Opening it changes nothing, since mail programs open links on their own; its
 * button does.
 */
export function MailLinkPage({ title, text, button, busyLabel, children }: MailLinkPageProps) {
  const { token } = useLoaderData<typeof loader>()
  const { submit, busy, done, refused, failed } = useSend<{ role?: AccountKind }>({ intent: '' })
  const isLater = refused !== undefined && mayWorkLater(refused)
  const answer = done ?? (isLater ? undefined : refused)
  const heading = useArrival<HTMLHeadingElement>(answer)
  const shown = answer?.message ?? (token === '' ? 'This link is not complete. Open it from the mail again.' : text)
  return (
    <div className="wrap pt-8 pb-section">
      <div className="grid max-w-form justify-items-start gap-6">
        <h1 ref={heading} tabIndex={-1} className="text-4xl">
          {title}
        </h1>
        <p role="status" className="max-w-prose text-lg">
          {shown}
        </p>
        {answer || token === '' ? (
          <>
            {children?.(answer)}
            <ButtonLink to="/" variant="line">
              Go to home
            </ButtonLink>
          </>
        ) : (
          <form method="post" action={`?${new URLSearchParams({ token })}`} onSubmit={submit}>
            <Button type="submit" busy={busy} busyLabel={busyLabel}>
              {button}
            </Button>
          </form>
        )}
        {isLater && <SendFailed failed={failed} />}
      </div>
    </div>
  )
}
