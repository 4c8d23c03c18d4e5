import { useEffect } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import { ArrivalNotice } from '#web/ui/arrival-notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { SellerHead } from '#web/ui/panel.tsx'
import { missingRights, NoRight } from './no-right.tsx'

/** The frame stays, and one press tries again. */
export function SellerFailed({ title, what }: { title: string; what: string }) {
  const { revalidate, state } = useRevalidator()
  const error = useRouteError()
  // The browser's console is outside React.
  const needed = missingRights(error)
  useEffect(() => {
    if (!needed) console.error(`Could not load ${what}`, error)
  }, [needed, what, error])
  if (needed) return <NoRight needed={needed} />
  return (
    <>
      <SellerHead title={title} />
      <ArrivalNotice
        tone="bad"
        role="alert"
        action={
          <Button variant="plain" size="sm" busy={state === 'loading'} onClick={() => revalidate()}>
            Try again
          </Button>
        }
      >
        Could not load {what}. Try again.
      </ArrivalNotice>
    </>
  )
}
