import { type ReactNode, useState } from 'react'
import { useHydrated } from '#web/hooks/use-hydrated.ts'

interface WideDetailsProps {
  /** The media on which it stands open at first, such as '(min-width:60rem)'. */
  openOn: string
  summary: ReactNode
  children: ReactNode
}

/**
 * Details that are open at first where there is room for them. On a page that comes from the server a script opens them before they are
 * painted (app/pages/page-scripts.ts), so nothing moves; without scripts they are closed.
 */
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
