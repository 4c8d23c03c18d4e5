import { type ReactNode, useState } from 'react'
import { ProducerField } from '#features/producers/web/seller-producer-field.tsx'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { DaysFilter } from '#web/ui/seller-days-filter.tsx'
import { ListSearch, useListFilter } from '#web/ui/seller-list-search.tsx'

interface DeskFiltersProps {
  /** Which producer's goods are shown. */
  producer: { id: string; name: string } | undefined
  now: Date
  /** Beside the filters: the CSV of what they show. */
  children: ReactNode
}

/** Search, days and producer, all of which stand in the address. On a phone two buttons open them. */
export function DeskFilters({ producer, now, children }: DeskFiltersProps) {
  const { searchParams, change } = useListFilter()
  const hydrated = useHydrated()
  const [opened, setOpened] = useState<'search' | 'filters'>()
  const isShown = (part: 'search' | 'filters', names: string[]) =>
    !hydrated || opened === part || names.some((name) => searchParams.get(name))
  const opener = (part: 'search' | 'filters', text: string) => (
    <Button
      variant="line"
      size="sm"
      aria-expanded={opened === part}
      onClick={() => setOpened(opened === part ? undefined : part)}
    >
      <Icon name={part === 'search' ? 'search' : 'filter'} size="sm" />
      {text}
    </Button>
  )
  return (
    <div className="grid gap-2.5 max-orders:mb-3 orders:grid-cols-desk-bar orders:items-center orders:border-line orders:border-b orders:px-4 orders:py-3.5">
      <div className="grid grid-cols-2 gap-2 orders:hidden">
        {opener('search', 'Search')}
        {opener('filters', 'Filters')}
      </div>
      <div className={isShown('search', ['q']) ? '' : 'max-orders:hidden'}>
        <ListSearch label="Search orders" placeholder="Number, name, phone, PIN, product, producer" />
      </div>
      <div className={`contents ${isShown('filters', ['from', 'to', 'producer']) ? '' : 'max-orders:*:hidden'}`}>
        <DaysFilter now={now} />
        <ProducerField
          isFilter
          nobody="All producers"
          chosen={producer ?? { id: '', name: '' }}
          onChoose={({ id }) => change('producer', id)}
        />
        {children}
      </div>
    </div>
  )
}
