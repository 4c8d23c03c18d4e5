import { type ReactNode, useEffect, useRef } from 'react'
import { Form, useActionData, useLoaderData, useNavigation } from 'react-router'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import type { followMailLink, loader } from './mail-link.ts'

/**
 * Where a link in a mail leads. Opening it changes nothing, since mail programs open links on their own; its
 * button does.
 */
export function MailLinkPage({
  title,
  text,
  button,
  busyLabel,
  children,
}: {
  title: string
  text: string
  button: string
  busyLabel: string
  /** What one may do next, once it is done or cannot be done. */
  children?: ReactNode
}) {
  const { token } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof followMailLink>()
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button is gone: the reader starts again at the heading.
  useEffect(() => {
    if (answer) heading.current?.focus()
  }, [answer])
  const busy = useNavigation().state === 'submitting'
  const shown = answer?.message ?? (token === '' ? 'This link is not complete. Open it from the mail once more.' : text)
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
            {children}
            <ButtonLink to="/" variant="line">
              Go to home
            </ButtonLink>
          </>
        ) : (
          <Form method="post" action={`?${new URLSearchParams({ token })}`}>
            <Button type="submit" busy={busy} busyLabel={busyLabel}>
              {button}
            </Button>
          </Form>
        )}
      </div>
    </div>
  )
}
