import { useEffect } from 'react'
import { toast } from 'react-hot-toast'
import { useRevalidator } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Stands in for products that could not be fetched. `said`: the server's own message. */
export function StallsFailed({ heading = 'h2', said }: { heading?: 'h1' | 'h2'; said?: string }) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (said) toast.error(said, { id: 'stalls' })
  }, [said])
  return (
    <EmptyState
      title="The stalls did not load"
      text="We could not fetch the products. Check your connection and try again."
      heading={heading}
    >
      {/* Before JavaScript the form fetches this page again. */}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          revalidate()
        }}
      >
        <Button type="submit" busy={state === 'loading'} busyLabel="Trying again">
          Try again
        </Button>
      </form>
    </EmptyState>
  )
}
