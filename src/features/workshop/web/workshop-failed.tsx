import { useEffect } from 'react'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { ArrivalNotice } from '#web/ui/arrival-notice.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { usePages } from './use-pages.ts'

/** The frame stays, and one press tries again. */
export function WorkshopFailed() {
  const error = useRouteError()
  const say = usePages()
  const { revalidate, state } = useRevalidator()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  // The browser's console is outside React.
  useEffect(() => {
    if (!isMissing) console.error(error)
  }, [isMissing, error])
  if (isMissing)
    return (
      <EmptyState heading="h1" title={say.notHere} text={say.notHereText}>
        <ButtonLink to="/workshop">{say.today}</ButtonLink>
      </EmptyState>
    )
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
