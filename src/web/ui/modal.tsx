import { type MouseEvent, type ReactNode, type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react'
import { iconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { Selvedge } from './stitch.tsx'

interface ModalProps {
  open: boolean
  /** Esc, the scrim, or a form with method="dialog". */
  onClose: () => void
  /** Id of the heading inside. */
  labelledBy: string
  /** Off where a stray click would lose what was typed. */
  dismissOnScrim?: boolean
  /** Sent open by the server: stands over the page before JavaScript has loaded. */
  inline?: boolean
  /** The woven edge on top: the login modal's. */
  selvedge?: boolean
  /** Name of a × in the corner. Last in the order of keys, so that focus starts on what matters. */
  closeButton?: string
  className?: string
  children: ReactNode
}

/** Where the focus starts in a modal. */
export const FIRST_FIELD = '[data-autofocus]'

/**
 * A native dialog: focus is kept inside and returns to where it was, the page behind is inert. A bottom sheet under 480px.
 * Focus starts on the element marked `data-autofocus`, else on the first control.
 */
export function Modal({
  open,
  onClose,
  labelledBy,
  closeButton,
  dismissOnScrim = true,
  inline = false,
  selvedge = false,
  className = 'sm:max-w-modal sm:rounded-sm',
  children,
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [sentOpen] = useState(inline && open)
  const pressedOnScrim = useRef(false)

  // Opening and closing a dialog is the browser's own act. Before paint, so that it never shows empty.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    if (!open) return element.close()
    element.removeAttribute('open') // what the server sent open is not modal yet
    element.showModal()
    element.querySelector<HTMLElement>(FIRST_FIELD)?.focus()
    return () => element.close()
  }, [open])

  const closed = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget && open && !event.currentTarget.open) onClose()
  }
  const onScrim = (event: MouseEvent<HTMLDialogElement>) => event.target === event.currentTarget
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the scrim; the keyboard has Esc
    <dialog
      ref={dialog}
      open={sentOpen || undefined}
      aria-labelledby={open ? labelledBy : undefined}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={closed}
      onMouseDown={(event) => {
        pressedOnScrim.current = onScrim(event)
      }}
      onClick={(event) => {
        if (dismissOnScrim && pressedOnScrim.current && onScrim(event)) onClose()
      }}
      className={`fixed inset-0 z-(--z-modal) mx-auto mt-auto mb-0 max-h-dvh w-full max-w-none overflow-auto overscroll-contain bg-paper text-ink shadow-modal transition duration-(--duration-slow) sm:my-auto starting:open:translate-y-4 starting:open:opacity-0 ${sentOpen ? 'not-modal:shadow-scrim' : ''} ${className}`}
    >
      {open && (
        <>
          {selvedge && <Selvedge />}
          {children}
          {closeButton && (
            <form method="dialog" className="absolute top-4 right-2.5">
              <button type="submit" aria-label={closeButton} className={iconButton}>
                <Icon name="close" size="lg" />
              </button>
            </form>
          )}
        </>
      )}
    </dialog>
  )
}
