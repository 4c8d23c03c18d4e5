import { useEffect } from 'react'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { ArrivalNotice } from '#web/ui/arrival-notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { usePages } from './use-pages.ts'

/** The frame stays, and one press tries again. What is not there is for the page above. */
export function WorkshopFailed() {
  const error = useRouteError()
  const say = usePages()
  const { revalidate, state } = useRevalidator()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  // The browser's console is outside React.
  useEffect(() => {
    if (!isMissing) console.error(error)
  }, [isMissing, error])
  if (isMissing) throw error
  return (
    <ArrivalNotice
      tone="bad"
      role="alert"
      action={
        <Button variant="plain" size="sm" busy={state === 'loading'} onClick={() => revalidate()}>
          {say.tryAgain}
        </Button>
      }
    >
      {say.failed}
    </ArrivalNotice>
  )
}
