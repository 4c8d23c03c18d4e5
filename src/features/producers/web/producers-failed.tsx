import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'

/** A list of producers that cannot be loaded. The page says so, and the console why (spec §8). */
export function ProducersFailed({ title, what }: { title: string; what: string }) {
  const error = useRouteError()
  // The console is the browser's.
  useEffect(() => console.error(error), [error])
  return <SellerFailed title={title} what={what} />
}
