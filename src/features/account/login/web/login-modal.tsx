import { type InputEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useRevalidator } from 'react-router'
import type { LoginMode } from '#features/auth/auth.rules.ts'
import { useShopper } from '#web/hooks/use-root.ts'
import type { LoginModalState } from '#web/login-context.tsx'
import { startAtHeading } from '#web/start-at.ts'
import { FIRST_FIELD, Modal } from '#web/ui/modal.tsx'
import { LoginForm, loginWords, otherMode, switcherLook } from './login-form.tsx'

/** Over any page, which stays. */
export default function LoginModal({ open, byPage, request, close }: LoginModalState) {
  const { pathname, search } = useLocation()
  const { revalidate } = useRevalidator()
  const shopper = useShopper()
  const [chosen, setChosen] = useState<LoginMode>()
  const [typed, setTyped] = useState(false)
  const mode = chosen ?? request.mode ?? 'login'
  const words = loginWords[mode]

  const forget = () => {
    setChosen(undefined)
    setTyped(false)
    close()
  }
  // A click beside the modal must not lose typed text.
  const onInput = (event: InputEvent<HTMLElement>) =>
    setTyped(
      [...event.currentTarget.querySelectorAll('input')].some((input) => input.type !== 'hidden' && input.value !== ''),
    )

  /** The focus goes to the first field. */
  const switchMode = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const dialog = currentTarget.closest('dialog')
    flushSync(() => setChosen(otherMode(mode)))
    dialog?.querySelector<HTMLElement>(FIRST_FIELD)?.focus()
  }

  // What opened the modal may change after login, when the page is drawn anew.
  const isOurs = useRef(false)
  useEffect(() => {
    if (shopper && isOurs.current && document.activeElement === document.body) startAtHeading()
    isOurs.current = false
  }, [shopper])

  async function onDone() {
    isOurs.current = true
    await revalidate()
    // Closed first: an open modal keeps the focus.
    flushSync(forget)
    // What opened the modal may be gone.
    if (document.activeElement === null || document.activeElement === document.body) startAtHeading()
    request.after?.()
  }

  return (
    <Modal
      open={open}
      inline={byPage}
      onClose={forget}
      labelledBy="login-title"
      dismissOnScrim={!typed}
      selvedge
      closeButton="Close"
    >
      <div onInput={onInput} className="px-5 pt-6 pb-8 sm:px-10 sm:pt-9 sm:pb-10">
        <h2 id="login-title" className="pr-10 text-3xl leading-control">
          {words.title}
        </h2>
        <p className="mt-1.5 text-ink-soft">{words.text}</p>
        <LoginForm
          mode={mode}
          next={pathname + search}
          onDone={onDone}
          onLeave={forget}
          switcher={
            <button type="button" className={switcherLook} onClick={switchMode}>
              {words.other}
            </button>
          }
        />
      </div>
    </Modal>
  )
}
