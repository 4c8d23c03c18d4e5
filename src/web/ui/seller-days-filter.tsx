import { useEffect, useRef } from 'react'
import { Form, Link } from 'react-router'
import { useLeaving } from '../hooks/use-leaving.ts'
import { askedDays, daysInWords, usualDays } from './asked-days.ts'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'
import { OtherFilters, useListFilter } from './seller-list-search.tsx'

/** Usual days as links, others by two dates; opens like a select. */
export function DaysFilter({ now }: { now: Date }) {
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
