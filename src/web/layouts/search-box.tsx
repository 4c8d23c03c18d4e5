import { type ComponentType, type FormEvent, useEffect, useRef, useState } from 'react'
import { Form, useLocation, useNavigate, useNavigationType } from 'react-router'
import type { SearchSuggestionsProps } from '#features/catalog/search/web/search-suggestions.tsx'
import { iconButton } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useFrame } from './frame-words.ts'

const LIST = '/products'
const WAIT_MS = 200
const MAX_LENGTH = 200

/** These stay in a list's address when the search changes. */
const KEPT = ['min', 'max', 'offer', 'fact', 'sort']

const onList = (pathname: string) => /^\/products(?:\/[^/]+)?\/?$/.test(pathname)
const queryOf = (location: { pathname: string; search: string }) =>
  onList(location.pathname) ? (new URLSearchParams(location.search).get('q') ?? '') : ''

function keptOf(pathname: string, search: string) {
  const params = new URLSearchParams(onList(pathname) ? search : '')
  return new URLSearchParams([...params].filter(([name]) => KEPT.includes(name)))
}

/** The first letter adds an entry to the history, later ones replace it. The field has its own state, so no letter is lost. */
export function SearchBox({ className = '' }: { className?: string }) {
  const { say } = useFrame()
  const location = useLocation()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [text, setText] = useState(() => queryOf(location))
  const [typed, setTyped] = useState<string>()
  const [Suggestions, setSuggestions] = useState<ComponentType<SearchSuggestionsProps>>()
  const navigationType = useNavigationType()
  const inUrl = queryOf(location)
  /** Going back to such an entry is not typing. */
  const isTyped = navigationType !== 'POP' && location.state?.typed === true
  const asked = useRef(inUrl)

  /** For whoever is about to type. Without them the field is a plain one. */
  const loadSuggestions = () =>
    import('#features/catalog/search/web/search-suggestions.tsx').then(
      (loaded) => setSuggestions(() => loaded.default),
      () => {},
    )

  function search(words: string) {
    setText(words)
    go(words)
  }

  function go(query: string) {
    clearTimeout(timer.current)
    asked.current = query
    // The browser's own address: React learns of a new one a little later, and a second entry would be made meanwhile.
    const { pathname, search } = window.location
    const params = keptOf(pathname, search)
    if (query) params.set('q', query)
    const to = query || !onList(pathname) ? LIST : pathname
    // The first search is an entry of its own, so that Back leaves it; a push on its way is pushed again.
    const replace = to === pathname && (!query || queryOf(window.location) !== '')
    navigate({ pathname: to, search: params.size > 0 ? `?${params}` : '' }, { replace, state: { typed: true } })
  }

  function type(next: string) {
    setText(next)
    // Words typed before React took over, in a field that was left, wait for Enter.
    if (document.activeElement !== input.current) return
    setTyped(next)
    loadSuggestions()
    clearTimeout(timer.current)
    const query = next.trim()
    if (query === asked.current) return
    if (!query && !onList(window.location.pathname)) asked.current = ''
    else if (asked.current === '') go(query)
    else timer.current = setTimeout(() => go(query), WAIT_MS)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    go(text.trim())
  }

  function clear() {
    setText('')
    input.current?.focus()
    if (onList(location.pathname)) go('')
    else asked.current = ''
  }

  // When the address has changed, the field follows; while somebody types, the field leads.
  const isFirst = useRef(true)
  useEffect(() => {
    const hasChanged = !isFirst.current
    isFirst.current = false
    if (!hasChanged || isTyped || inUrl === asked.current) return
    clearTimeout(timer.current)
    asked.current = inUrl
    setText(inUrl)
  }, [inUrl, isTyped])

  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    <Form role="search" action={LIST} onSubmit={submit} className={`relative ${className}`}>
      <HiddenFields values={keptOf(location.pathname, location.search)} />
      <label htmlFor="search" className="sr-only">
        {say('Search products')}
      </label>
      <Icon name="search" className="pointer-events-none absolute top-2.75 left-3 text-ink-soft" />
      <input
        ref={input}
        id="search"
        type="search"
        name="q"
        value={text}
        onFocus={loadSuggestions}
        onChange={(event) => type(event.target.value)}
        maxLength={MAX_LENGTH}
        placeholder={say('Search rugs, turmeric, bowls')}
        autoComplete="off"
        enterKeyHint="search"
        className={`min-h-11 w-full text-ellipsis rounded-xs border border-transparent bg-kora py-2 pl-11 leading-snug hover:border-line-strong focus:border-neel-700 focus:outline-2 focus:outline-neel-700 focus:-outline-offset-1 forced-colors:border-line-strong ${text === '' ? 'pr-3.5' : 'pr-12'}`}
      />
      {Suggestions && (
        <Suggestions
          input={input}
          text={text}
          typed={typed}
          search={search}
          leave={() => clearTimeout(timer.current)}
        />
      )}
      {text !== '' && (
        <button
          type="button"
          aria-label={say('Clear search')}
          onClick={clear}
          className={`${iconButton} absolute! top-0 right-0`}
        >
          <Icon name="close" />
        </button>
      )}
    </Form>
  )
}
