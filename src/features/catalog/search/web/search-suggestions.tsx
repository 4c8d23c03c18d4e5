import { type MouseEvent, type RefObject, useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { producerUrl } from '#features/producers/producers.rules.ts'
import { hrefOf, type WireAnswer } from '#shared/endpoint.ts'
import { formatRupeesShort, fromRupees } from '#shared/money.ts'
import { nameLang } from '#shared/name-lang.ts'
import { categoryUrl, productUrl } from '../../catalog.categories.ts'
import { SHORTEST_SUGGESTED } from '../search.suggestions.ts'
import { suggest } from '../suggest.contract.ts'

/** Shorter than the pause after which the list below follows what is typed. */
const TYPING_MS = 120

interface Row {
  to: string
  text: string
  besides?: string
  /** What stands in the field afterwards; of a row that leads to another page undefined. */
  words?: string
}

interface Group {
  name: string
  rows: Row[]
}

/** Nothing where the shop cannot be asked: a search works without suggestions. */
async function ask(q: string, signal: AbortSignal): Promise<Group[]> {
  if (!navigator.onLine) return []
  try {
    const response = await fetch(hrefOf(suggest, { query: { q } }), { signal })
    return response.ok ? groupsOf(await response.json()) : []
  } catch {
    return []
  }
}

function groupsOf({ words, categories, producers, products }: WireAnswer<typeof suggest>): Group[] {
  const groups: Group[] = [
    {
      name: 'Search for',
      rows: words.map((text) => ({ to: `/products?${new URLSearchParams({ q: text })}`, text, words: text })),
    },
    { name: 'Categories', rows: categories.map(({ path, text }) => ({ to: categoryUrl(path), text })) },
    {
      name: 'Producers',
      rows: producers.map(({ _id, name, location }) => ({
        ...{ to: producerUrl(_id), text: name, besides: location },
      })),
    },
    {
      name: 'Products',
      rows: products.map((product) => ({
        ...{ to: productUrl(product), text: product.name },
        besides: formatRupeesShort(fromRupees(product.offerPrice)),
      })),
    },
  ]
  return groups.filter(({ rows }) => rows.length > 0)
}

function useSuggestions(q: string | undefined) {
  const [found, setFound] = useState<{ q: string; groups: Group[] }>()
  const isThere = found !== undefined && found.q === q
  useEffect(() => {
    if (q === undefined) return setFound(undefined)
    if (isThere) return
    const asking = new AbortController()
    const timer = setTimeout(async () => {
      const groups = await ask(q, asking.signal)
      // An answer that comes late is for letters that stand there no more.
      if (!asking.signal.aborted) setFound({ q, groups })
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [q, isThere])
  return q === undefined ? [] : (found?.groups ?? [])
}

/** The list may be longer than its box. */
const bringIntoView = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })

export interface SearchSuggestionsProps {
  input: RefObject<HTMLInputElement | null>
  /** What stands in the field. */
  text: string
  /** What somebody typed last; undefined before the first letter. */
  typed: string | undefined
  search: (words: string) => void
  /** The list below follows the field no more. */
  leave: () => void
}

/** What may be meant, under the search field, which keeps the focus. The keys are the field's: arrows walk, Enter goes there, Escape closes. */
export default function SearchSuggestions({ input, text, typed, search, leave }: SearchSuggestionsProps) {
  const own = useId()
  const [lastTyped, setLastTyped] = useState(typed)
  /** The text for which the list stands open. */
  const [wanted, setWanted] = useState(typed)
  const [active, setActive] = useState(-1)
  if (lastTyped !== typed) {
    setLastTyped(typed)
    setWanted(typed)
    setActive(-1)
  }
  const words = text.trim()
  const groups = useSuggestions(wanted === text && [...words].length >= SHORTEST_SUGGESTED ? words : undefined)
  const rows = groups.flatMap((group) => group.rows)
  const isOpen = rows.length > 0

  function close() {
    setWanted(undefined)
    setActive(-1)
  }

  // The field is not drawn here: until this code has come it is a plain field, and suggests nothing.
  useEffect(() => {
    const field = input.current
    field?.setAttribute('role', 'combobox')
    field?.setAttribute('aria-autocomplete', 'list')
    field?.setAttribute('aria-expanded', String(isOpen))
    if (isOpen) field?.setAttribute('aria-controls', `${own}-list`)
    else field?.removeAttribute('aria-controls')
    if (isOpen && active >= 0) field?.setAttribute('aria-activedescendant', `${own}-${active}`)
    else field?.removeAttribute('aria-activedescendant')
  }, [input, own, isOpen, active])

  useEffect(() => {
    const field = input.current
    function walk(step: number) {
      if (!isOpen) return setWanted(text)
      // The field itself stands between the last row and the first.
      const places = rows.length + 1
      setActive(((active + 1 + step + places) % places) - 1)
    }
    function press(event: KeyboardEvent) {
      if (event.isComposing) return
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault()
        walk(event.key === 'ArrowDown' ? 1 : -1)
      } else if (event.key === 'Enter' && isOpen) {
        if (active >= 0) {
          event.preventDefault()
          document.getElementById(`${own}-${active}`)?.click()
        } else close()
      } else if (event.key === 'Escape' && isOpen) {
        event.preventDefault()
        close()
      }
    }
    field?.addEventListener('keydown', press)
    field?.addEventListener('blur', close)
    return () => {
      field?.removeEventListener('keydown', press)
      field?.removeEventListener('blur', close)
    }
  })

  function choose(event: MouseEvent, row: Row) {
    // The browser opens another tab or window by itself.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    leave()
    close()
    if (row.words !== undefined) {
      event.preventDefault()
      search(row.words)
    }
    // Enter goes on typing; a finger wants to see the list, which a phone's keyboard covers.
    if (row.words === undefined || event.detail > 0) input.current?.blur()
  }

  let at = -1
  return (
    <>
      <p role="status" className="sr-only">
        {isOpen && (rows.length === 1 ? '1 suggestion' : `${rows.length} suggestions`)}
      </p>
      {isOpen && (
        <div
          id={`${own}-list`}
          role="listbox"
          aria-label="Suggestions"
          // The field keeps the focus until something is chosen.
          onMouseDown={(event) => event.preventDefault()}
          className="absolute top-12 right-0 left-0 z-(--z-menu) max-h-96 overflow-y-auto border border-line bg-paper pb-2 shadow-pop"
        >
          {groups.map(({ name, rows }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
            <div key={name} role="group" aria-label={name}>
              <p aria-hidden="true" className="px-3.5 pt-2.5 text-ink-mute text-xs">
                {name}
              </p>
              {rows.map((row) => {
                at += 1
                const isActive = at === active
                return (
                  <Link
                    key={row.to}
                    id={`${own}-${at}`}
                    ref={isActive ? bringIntoView : undefined}
                    role="option"
                    aria-selected={isActive}
                    to={row.to}
                    tabIndex={-1}
                    onClick={(event) => choose(event, row)}
                    className={`flex min-h-11 items-center justify-between gap-3 px-3.5 py-2 leading-snug ${isActive ? 'bg-neel-100' : 'hover:bg-kora'}`}
                  >
                    <bdi lang={nameLang(row.text)} className="wrap-anywhere">
                      {row.text}
                    </bdi>
                    {row.besides !== undefined && <bdi className="text-ink-mute text-sm">{row.besides}</bdi>}
                  </Link>
                )
              })}
            </div>
          ))}
        </div>
      )}
    </>
  )
}
