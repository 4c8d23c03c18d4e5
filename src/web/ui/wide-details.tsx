import { type ReactNode, useState } from 'react'
import { useHydrated } from '#web/hooks/use-hydrated.ts'

interface WideDetailsProps {
  /** The media on which it is open at first, such as '(min-width:60rem)'. */
  openOn: string
  summary: ReactNode
  children: ReactNode
}

/** A script opens it before it is painted (app/pages/page-scripts.ts), so nothing moves; without scripts it is closed. */
export function WideDetails({ openOn, summary, children }: WideDetailsProps) {
  const isNew = useHydrated()
  const [isOpen] = useState(() => isNew && matchMedia(openOn).matches)
  return (
    <details open={isOpen} data-open={openOn} suppressHydrationWarning>
      <summary className="min-h-11 cursor-pointer content-center font-semibold">{summary}</summary>
      {children}
    </details>
  )
}
