import { type KeyboardEvent, useId, useState } from 'react'
import { TextField } from '#web/ui/field.tsx'
import { Name } from '#web/ui/name.tsx'
import { useProducerSearch } from './use-producer-search.ts'

export interface ChosenProducer {
  id: string
  name: string
}

interface ProducerFieldProps {
  chosen: ChosenProducer
  onChoose: (producer: ChosenProducer) => void
  error?: string | undefined
  hint?: string
  /** Shown while nobody is chosen. */
  nobody?: string
  /** True in a filter, where no label is shown. */
  isFilter?: boolean
  isRequired?: boolean
}

const noProducer: ChosenProducer = { id: '', name: '' }

/** The list may be longer than its box. */
const bringIntoView = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })

/** Typing searches names and places, arrows walk the results. */
export function ProducerField({
  chosen,
  onChoose,
  error,
  hint,
  nobody = 'Nobody in particular',
  isFilter = false,
  isRequired = false,
}: ProducerFieldProps) {
  const own = useId()
  /** The typed search while open. */
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(-1)
  const search = useProducerSearch(typed)
  const isOpen = typed !== undefined
  const rows = [
    ...(typed === '' ? [{ id: '', name: nobody, place: '' }] : []),
    ...search.producers.map(({ _id, name, location, country }) => ({
      id: _id,
      name,
      place: `${location}, ${country}`,
    })),
  ]

  function close() {
    setTyped(undefined)
    setActive(-1)
  }
  function choose(at: number) {
    const row = rows[at]
    if (!row) return
    onChoose(row.id === '' ? noProducer : { id: row.id, name: row.name })
    close()
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) return setTyped('')
      const step = event.key === 'ArrowDown' ? 1 : -1
      const next = Math.max(-1, Math.min(rows.length - 1, active + step))
      if (next === rows.length - 1 && search.hasMore) search.more()
      setActive(next)
    } else if (event.key === 'Enter' && isOpen) {
      // Enter chooses and does not send the form.
      event.preventDefault()
      choose(active)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    }
  }

  return (
    <div className={`relative ${isFilter ? '-mt-1.25' : ''}`}>
      <TextField
        label={isFilter ? <span className="sr-only">Producer</span> : 'Producer'}
        optional={!isFilter && !isRequired}
        name="producer"
        hint={hint}
        error={error}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${own}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${own}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={nobody}
        value={typed ?? chosen.name}
        onClick={() => !isOpen && setTyped('')}
        onChange={(event) => {
          const text = event.currentTarget.value
          setActive(-1)
          if (text !== '') return setTyped(text)
          onChoose(noProducer)
          close()
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <div
        hidden={!isOpen}
        className="absolute inset-x-0 top-full z-(--z-menu) mt-1 max-h-72 overflow-y-auto border border-line bg-paper shadow-pop"
      >
        <div id={`${own}-list`} role="listbox" aria-label="Producers">
          {rows.map(({ id, name, place }, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active row
            <div
              key={id}
              id={`${own}-${at}`}
              ref={at === active ? bringIntoView : undefined}
              role="option"
              aria-selected={id === chosen.id}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(at)}
              className={`wrap-anywhere cursor-pointer px-3.5 py-2.5 leading-hint aria-selected:font-semibold ${at === active ? 'bg-neel-100' : 'hover:bg-kora'}`}
            >
              <Name>{name}</Name>
              {place && <bdi className="block font-normal text-ink-mute text-sm">{place}</bdi>}
            </div>
          ))}
        </div>
        {search.hasMore && (
          <button
            type="button"
            tabIndex={-1}
            onMouseDown={(event) => event.preventDefault()}
            onClick={search.more}
            className="link w-full px-3.5 py-2.5 text-left text-sm"
          >
            Show more
          </button>
        )}
        <p role="status" className="px-3.5 py-2 text-ink-mute text-sm">
          {isOpen && (search.failure ?? foundText(search.total))}
        </p>
      </div>
    </div>
  )
}

function foundText(total: number | undefined) {
  if (total === undefined) return 'Searching'
  if (total === 0) return 'Nobody found'
  return total === 1 ? '1 producer' : `${total.toLocaleString('en-IN')} producers`
}
