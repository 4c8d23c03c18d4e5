import { type MouseEvent, type ReactNode, type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react'
import { startAtHeading } from '#web/start-at.ts'
import { iconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { Selvedge } from './stitch.tsx'

interface ModalProps {
  open: boolean
  /** Esc, the scrim, or a form with method="dialog" closes it. */
  onClose: () => void
  labelledBy: string
  /** This is off where a stray click would lose typed text. */
  dismissOnScrim?: boolean
  /** Sent open by the server: stands over the page before JavaScript has loaded. */
  inline?: boolean
  selvedge?: boolean
  /** Name of a × in the corner. It comes last in the order of keys. */
  closeButton?: string
  className?: string
  children: ReactNode
}

/** The scrim counts as the dialog, so the place of the press tells the two apart. */
export function isOnScrim({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>) {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom)
}

export const FIRST_FIELD = '[data-autofocus]'

/** A native dialog; a bottom sheet under 480px. Focus starts on `data-autofocus`, and returns to where it was or to the heading. */
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

  // Opening is the browser's own act. Done before paint, so that it never shows empty.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    if (!open) return element.close()
    // Somebody may be typing in a dialog that the server sent open.
    const before = document.activeElement
    const held = element.contains(before) ? before : null
    element.removeAttribute('open') // it is not modal yet
    element.showModal()
    const start = held ?? element.querySelector(FIRST_FIELD)
    if (start instanceof HTMLElement) start.focus()
    return () => {
      element.close()
      // The browser cannot give the focus back to something gone, such as a Login button.
      if (!before?.isConnected) startAtHeading()
    }
  }, [open])

  const closed = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget && open && !event.currentTarget.open) onClose()
  }
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
        pressedOnScrim.current = isOnScrim(event)
      }}
      onClick={(event) => {
        if (dismissOnScrim && pressedOnScrim.current && isOnScrim(event)) onClose()
      }}
      className={`fixed inset-0 z-(--z-modal) mx-auto mt-auto mb-0 max-h-dvh w-full max-w-none overflow-auto overscroll-contain bg-paper text-ink shadow-modal transition duration-(--duration-slow) max-sm:safe-edges sm:my-auto starting:open:translate-y-4 starting:open:opacity-0 ${sentOpen ? 'not-modal:shadow-scrim' : ''} ${className}`}
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
