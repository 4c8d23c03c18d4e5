import type { ReactNode } from 'react'
import { useMatches } from 'react-router'

/** For a page that is one task, such as one parcel: `export const handle = isTaskOf('/workshop/parcels')` says to which page its arrow leads. */
export const isTaskOf = (parent: string) => ({ taskOf: parent })

/** To which page the arrow of the open task leads; undefined where the page is no task. */
export function useTaskOf() {
  const open = useMatches()
  for (const { handle } of open)
    if (typeof handle === 'object' && handle !== null && 'taskOf' in handle) return String(handle.taskOf)
  return undefined
}

/** The button that ends a task: on a phone it stands where the five pages are otherwise. */
export const TaskBar = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <div
    className={`grid gap-2 max-nav:fixed max-nav:inset-x-0 max-nav:bottom-0 max-nav:z-10 max-nav:border-line max-nav:border-t max-nav:bg-paper max-nav:px-gutter max-nav:py-3 ${className}`}
  >
    {children}
  </div>
)
