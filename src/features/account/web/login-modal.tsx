import { type InputEvent, type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useRevalidator } from 'react-router'
import type { LoginMode } from '#features/auth/auth.rules.ts'
import type { LoginModalState } from '#web/login-context.tsx'
import { FIRST_FIELD, Modal } from '#web/ui/modal.tsx'
import { LoginForm, loginWords, otherMode, switcherLook } from './login-form.tsx'

/** Login and register over any page; that page stays where it was. */
export default function LoginModal({ open, byPage, request, close }: LoginModalState) {
  const { pathname, search } = useLocation()
  const { revalidate } = useRevalidator()
  const [chosen, setChosen] = useState<LoginMode>()
  const [typed, setTyped] = useState(false)
  const mode = chosen ?? request.mode ?? 'login'
  const words = loginWords[mode]

  const forget = () => {
    setChosen(undefined)
    setTyped(false)
    close()
  }
  // A click beside the modal must not throw away what somebody typed.
  const onInput = (event: InputEvent<HTMLElement>) =>
    setTyped(
      [...event.currentTarget.querySelectorAll('input')].some((input) => input.type !== 'hidden' && input.value !== ''),
    )

  /** The focus goes to the first field, as when it was opened. */
  const switchMode = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const dialog = currentTarget.closest('dialog')
    flushSync(() => setChosen(otherMode(mode)))
    dialog?.querySelector<HTMLElement>(FIRST_FIELD)?.focus()
  }

  async function onDone() {
    await revalidate()
    // Closed first: while it is open nothing behind it can take the focus.
    flushSync(forget)
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
