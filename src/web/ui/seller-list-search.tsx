import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, Link, useSearchParams } from 'react-router'
import { Button } from './button.tsx'
import { inputLook, selectLook } from './field.tsx'
import { Icon } from './icon.tsx'

const TYPING_MS = 250

/** Filters of a seller's list stand in the address; changing one goes back to the first page. */
export function useListFilter() {
  const [searchParams, setSearchParams] = useSearchParams()
  const changed = (current: URLSearchParams, name: string, value: string) => {
    const next = new URLSearchParams(current)
    next.delete('page')
    if (value) next.set(name, value)
    else next.delete(name)
    return next
  }
  const change = (name: string, value: string, replace = false) =>
    setSearchParams((current) => changed(current, name, value), { replace, preventScrollReset: true })
  const linkTo = (name: string, value: string) => `?${changed(searchParams, name, value)}`
  return { searchParams, change, linkTo }
}

/** In a form that sets filters, the others stay. */
export function OtherFilters({ than }: { than: readonly string[] }) {
  const { searchParams } = useListFilter()
  return [...searchParams].map(([name, value]) =>
    than.includes(name) || name === 'page' ? null : <input key={name} type="hidden" name={name} value={value} />,
  )
}

/** Filters while typing; `/` takes the focus to it. A plain form before JavaScript has loaded. */
export function ListSearch({ label, placeholder }: { label: string; placeholder: string }) {
  const { searchParams, change } = useListFilter()
  const asked = searchParams.get('q') ?? ''
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(asked)
  const [told, setTold] = useState(asked)
  // Back or Clear changed the address.
  if (asked !== told) {
    setTold(asked)
    if (asked !== typed.trim()) setTyped(asked)
  }
  // A pause in typing is a matter of time.
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === asked) return
    const timer = setTimeout(() => change('q', wanted, true), TYPING_MS)
    return () => clearTimeout(timer)
  })
  // Keys pressed anywhere on the page.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog')) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <Form
      role="search"
      className="relative min-w-0"
      onSubmit={(event) => {
        event.preventDefault()
        change('q', typed.trim(), true)
      }}
    >
      <OtherFilters than={['q']} />
      <Icon name="search" className="pointer-events-none absolute top-3 left-3.5" />
      <input
        ref={input}
        type="search"
        name="q"
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        className={`${inputLook} pl-11!`}
      />
    </Form>
  )
}

interface FilterChipsProps {
  label: string
  name: string
  choices: { value: string; text: ReactNode }[]
}

export function FilterChips({ label, name, choices }: FilterChipsProps) {
  const { searchParams, linkTo } = useListFilter()
  const chosen = searchParams.get(name) ?? ''
  return (
    <nav aria-label={label} className="-m-1 flex gap-2 overflow-x-auto p-1 [scrollbar-width:none]">
      {choices.map(({ value, text }) => (
        <Link
          key={value}
          to={linkTo(name, value)}
          preventScrollReset
          aria-current={chosen === value ? 'true' : undefined}
          className="inline-flex min-h-9 flex-none items-center rounded-xs border border-line-strong bg-white px-3 py-1 text-sm hover:border-ink aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-white pointer-coarse:min-h-11"
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}

interface FilterSelectProps {
  label: string
  name: string
  choices: Record<string, string>
  className: string
}

export function FilterSelect({ label, name, choices, className }: FilterSelectProps) {
  const { searchParams, change } = useListFilter()
  return (
    <Form className={`flex gap-2 ${className}`}>
      <OtherFilters than={[name]} />
      <select
        name={name}
        aria-label={label}
        autoComplete="off"
        value={searchParams.get(name) ?? ''}
        onChange={(event) => change(name, event.currentTarget.value)}
        className={selectLook}
      >
        {Object.entries(choices).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <noscript>
        <Button type="submit" variant="line">
          Show
        </Button>
      </noscript>
    </Form>
  )
}
