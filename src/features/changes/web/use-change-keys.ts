import { type RefObject, useEffect } from 'react'

/** Where letters are typed, or a dialog has keys of its own. */
const typing = 'input:not([type=checkbox]), textarea, select, dialog'

/**
 * A approves, S sends back, N goes to the sentence, J and K to the next and the last change, ← and → from photo to photo. Each key presses what its
 * button would: what is busy, or not there, is not pressed.
 */
export function useChangeKeys(page: RefObject<HTMLElement | null>) {
  // Keys pressed anywhere on the page.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat || event.defaultPrevented)
        return
      if (event.target instanceof Element && event.target.closest(typing)) return
      if (document.querySelector('dialog[open]')) return
      const pressed = event.key.length === 1 ? event.key.toUpperCase() : event.key
      const key = page.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(pressed)}"]`)
      if (key instanceof HTMLTextAreaElement) key.focus()
      else if (key) key.click()
      else if (pressed === 'ArrowRight' || pressed === 'ArrowLeft')
        toPhoto(page.current, pressed === 'ArrowRight' ? 1 : -1)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [page])
}

function toPhoto(page: HTMLElement | null, step: 1 | -1) {
  const photos: (Element | null)[] = [...(page?.querySelectorAll('[data-photo]') ?? [])]
  const at = photos.indexOf(document.activeElement)
  const next = photos[at < 0 ? 0 : (at + step + photos.length) % photos.length]
  if (next instanceof HTMLElement) next.focus()
}
