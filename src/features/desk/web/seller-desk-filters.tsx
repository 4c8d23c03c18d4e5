import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, Link } from 'react-router'
import { ProducerField } from '#features/producers/web/seller-producer-field.tsx'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { useLeaving } from '#web/hooks/use-leaving.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ListSearch, OtherFilters, useListFilter } from '#web/ui/seller-list-search.tsx'
import { askedDays, daysInWords, usualDays } from './desk-days.ts'

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

/** Usual days as links, others by two dates; opens like a select. */
function DaysFilter({ now }: { now: Date }) {
  const { searchParams } = useListFilter()
  const days = askedDays(searchParams)
  const details = useRef<HTMLDetailsElement>(null)
  const key = `${days.from} ${days.to}`
  const close = () => details.current?.removeAttribute('open')
  useLeaving(close)
  // The browser opens and closes it: closed when other days are chosen, and by a press elsewhere or Esc.
  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !details.current?.contains(event.target))
        details.current?.removeAttribute('open')
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [])
  const linkTo = ({ from, to }: typeof days) => {
    const next = new URLSearchParams(searchParams)
    for (const name of ['page', 'from', 'to']) next.delete(name)
    if (from) next.set('from', from)
    if (to) next.set('to', to)
    return `?${next}`
  }
  return (
    <details
      ref={details}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !details.current?.open) return
        details.current.removeAttribute('open')
        details.current.querySelector('summary')?.focus()
      }}
      className="relative"
    >
      <summary className="select-arrow flex min-h-12 list-none items-center rounded-xs border border-line-strong bg-white py-1 pr-10 pl-3.5 leading-snug hover:border-ink">
        <span className="sr-only">Dates: </span>
        {daysInWords(days)}
      </summary>
      <div className="absolute inset-x-0 top-full z-(--z-menu) mt-1 min-w-64 border border-line bg-paper shadow-pop">
        <ul className="py-1.5">
          {usualDays(now).map(({ text, ...usual }) => (
            <li key={text}>
              <Link
                to={linkTo(usual)}
                preventScrollReset
                onClick={close}
                aria-current={usual.from === days.from && usual.to === days.to ? 'true' : undefined}
                className="flex min-h-11 items-center px-3.5 hover:bg-kora focus-visible:-outline-offset-2 aria-[current]:font-semibold"
              >
                {text}
              </Link>
            </li>
          ))}
        </ul>
        <Form key={key} preventScrollReset onSubmit={close} className="grid gap-3 border-line border-t p-3.5">
          <OtherFilters than={['from', 'to']} />
          <TextField label="From" name="from" type="date" defaultValue={days.from} />
          <TextField label="To" name="to" type="date" defaultValue={days.to} />
          <Button type="submit" variant="line" size="sm">
            Show these days
          </Button>
        </Form>
      </div>
    </details>
  )
}
