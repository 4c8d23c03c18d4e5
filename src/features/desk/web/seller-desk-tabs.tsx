import { Link, useSearchParams } from 'react-router'
import { type DeskTab, deskTabNames, deskTabs } from '#features/orders/orders.desk.ts'

interface DeskTabsProps {
  tab: DeskTab | undefined
  counts: Record<DeskTab, number>
}

/** Where orders stand, in the order of the work; other filters stay when one goes from tab to tab. */
export function DeskTabs({ tab: current, counts }: DeskTabsProps) {
  const [searchParams] = useSearchParams()
  const linkTo = (tab: DeskTab) => {
    const next = new URLSearchParams(searchParams)
    next.delete('page')
    next.set('tab', tab)
    return `?${next}`
  }
  return (
    <nav
      aria-label="Orders by step"
      className="mb-4 flex gap-1 overflow-x-auto border-line-strong border-b [scrollbar-width:none]"
    >
      {deskTabs.map((tab) => (
        <Link
          key={tab}
          to={linkTo(tab)}
          preventScrollReset
          aria-current={tab === current ? 'page' : undefined}
          className="-mb-px flex min-h-11 items-baseline gap-2 whitespace-nowrap border-transparent border-b-3 px-3.5 pt-2.5 pb-2 text-ink-soft hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-neel-700 aria-[current]:font-semibold aria-[current]:text-ink"
        >
          {deskTabNames[tab]}
          <span
            className={
              tab === 'problems' && counts.problems > 0
                ? 'figures rounded-full bg-madder-700 px-1.75 font-semibold text-white text-xs'
                : 'figures font-normal text-ink-mute text-sm'
            }
          >
            {counts[tab].toLocaleString('en-IN')}
          </span>
        </Link>
      ))}
    </nav>
  )
}
