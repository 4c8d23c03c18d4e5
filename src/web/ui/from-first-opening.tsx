import { type ReactNode, Suspense, useState } from 'react'

/** For a `lazy` dialog: its code is fetched when it first opens, and stays. */
export function FromFirstOpening({ open, children }: { open: boolean; children: ReactNode }) {
  const [needed, setNeeded] = useState(open)
  if (open && !needed) setNeeded(true)
  return needed ? <Suspense>{children}</Suspense> : null
}
