import { useEffect, useRef } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SellerHead } from '#web/ui/panel.tsx'

/** A page of the seller's area whose loader failed: the frame stays, and one press tries again. */
export function SellerFailed({ title, what }: { title: string; what: string }) {
  const { revalidate, state } = useRevalidator()
  const error = useRouteError()
  const notice = useRef<HTMLDivElement>(null)
  // The browser's focus and console are outside React.
  useEffect(() => notice.current?.focus(), [])
  useEffect(() => console.error(`Could not load ${what}`, error), [what, error])
  return (
    <>
      <SellerHead title={title} />
      <Notice
        ref={notice}
        tone="bad"
        role="alert"
        tabIndex={-1}
        action={
          <Button variant="plain" size="sm" busy={state === 'loading'} onClick={() => revalidate()}>
            Try again
          </Button>
        }
      >
        Could not load {what}. Try again.
      </Notice>
    </>
  )
}
