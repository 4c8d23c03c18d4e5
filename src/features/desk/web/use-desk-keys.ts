import { type RefObject, useEffect } from 'react'

interface DeskKeys {
  table: RefObject<HTMLTableElement | null>
  onSelect: (order: string) => void
  onOpen: (order: string) => void
  /** Of the tab's step. */
  letter: string | undefined
  onStep: () => void
}

/** Fields that letters are typed into; a checkbox is none. */
const typing = 'input:not([type=checkbox]), textarea, select, dialog, details[open]'

/** J and K go from order to order, X ticks it, O opens it, and a letter takes the tab's step. */
export function useDeskKeys({ table, onSelect, onOpen, letter, onStep }: DeskKeys) {
  // Keys pressed anywhere on the page.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (event.target instanceof Element && event.target.closest(typing)) return
      const rows = [...(table.current?.querySelectorAll<HTMLElement>('tr[data-order]') ?? [])]
      const at = rows.findIndex((row) => row.contains(document.activeElement))
      const order = rows[at]?.dataset.order
      const pressed = event.key.toUpperCase()
      if (pressed === 'J' || pressed === 'K') {
        const next = pressed === 'J' ? Math.min(at + 1, rows.length - 1) : Math.max(at - 1, 0)
        rows[next]?.focus()
      } else if (pressed === 'X' && order) onSelect(order)
      else if (pressed === 'O' && order) onOpen(order)
      else if (pressed === letter) onStep()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
