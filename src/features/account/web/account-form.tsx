import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { toast } from 'react-hot-toast'
import { useLoginIfAny } from '#features/auth/web/login-context.tsx'
import { AppError } from '#shared/app-error.ts'
import { messageOf } from '#web/call.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type Problems, refusedFields, type Typed } from '../account-form.rules.ts'

/** What a page's action found wrong in a form sent before JavaScript had loaded, and what was typed. */
export interface AccountAnswer {
  intent: string
  message: string
  code: string
  fields: Problems
  typed: Record<string, string>
}

interface FieldState {
  name: string
  error: string | undefined
  onBlur: () => void
  onChange: () => void
}

interface AccountFormProps {
  /** Tells the page's action which of its forms was sent. */
  intent: string
  /** The page that takes the form before JavaScript has loaded. */
  page: string
  check: (typed: Typed) => Problems
  send: (typed: Typed) => Promise<{ message: string }>
  /** The button stays busy until it is done. */
  onDone: (message: string, form: HTMLFormElement) => Promise<void> | void
  /** For what one form cannot mend, such as a link that is used up. True: nothing more is said here. */
  onRefused?: (error: AppError) => boolean
  button: string
  busyLabel: string
  /** One primary button a page. */
  look?: 'primary' | 'line' | 'danger'
  /** Beside the button. */
  beside?: ReactNode
  answer?: AccountAnswer | undefined
  /** Said over the fields: what was just done. */
  done?: string | undefined
  children: (field: (name: string) => FieldState) => ReactNode
}

/** The frame of the account's short forms: checks, sends, says what is wrong beside the field, keeps what was typed. */
export function AccountForm(props: AccountFormProps) {
  const { intent, check, answer: given } = props
  const answer = given?.intent === intent ? given : undefined
  const hydrated = useHydrated()
  const login = useLoginIfAny()
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems>(answer?.fields ?? {})
  const [message, setMessage] = useState(answer?.message)
  const [busy, setBusy] = useState(false)

  const typed: Typed = (name) => {
    const value = new FormData(form.current ?? undefined).get(name)
    return typeof value === 'string' ? value : ''
  }
  // Of what is shown by then: a field is left, too, when the first of several wrong ones gets the focus.
  const setProblem = (name: string, problem: string | undefined) =>
    setProblems(({ [name]: _, ...others }) => (problem ? { ...others, [name]: problem } : others))
  // A field is judged when it is left, and cleared as soon as it is right; an untouched one is let be.
  const field = (name: string): FieldState => ({
    name,
    error: problems[name],
    onBlur: () => {
      if (typed(name) !== '') setProblem(name, check(typed)[name])
    },
    onChange: () => {
      if (problems[name] && !check(typed)[name]) setProblem(name, undefined)
    },
  })
  function refuse(found: Problems) {
    setProblems(found)
    const first = [...(form.current?.elements ?? [])].find(
      (element) => element instanceof HTMLInputElement && found[element.name],
    )
    if (first instanceof HTMLElement) first.focus()
  }

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const sent = event.currentTarget
    const found = check(typed)
    setMessage(undefined)
    refuse(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      const { message: done } = await props.send(typed)
      toast.success(done)
      await props.onDone(done, sent)
    } catch (error) {
      if (error instanceof AppError && props.onRefused?.(error)) return
      if (error instanceof AppError && error.status === 401) login?.openLogin({ after: () => sent.requestSubmit() })
      setMessage(messageOf(error))
      toast.error(messageOf(error))
      refuse(refusedFields(error))
    } finally {
      setBusy(false)
    }
  }

  const isToldBeside = Object.values(problems).includes(message ?? '')
  return (
    <form
      ref={form}
      method="post"
      action={props.page}
      noValidate={hydrated}
      onSubmit={onSubmit}
      className="grid max-w-form gap-4.5"
    >
      <input type="hidden" name="intent" value={intent} />
      <div role="alert" className="empty:hidden">
        {message && !isToldBeside && <Notice tone="bad">{message}</Notice>}
      </div>
      {props.done && !message && <Notice tone="good">{props.done}</Notice>}
      {props.children(field)}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant={props.look ?? 'primary'} busy={busy} busyLabel={props.busyLabel}>
          {props.button}
        </Button>
        {props.beside}
      </div>
    </form>
  )
}

/** What the action of a page answers when the server refused. Passwords are not sent back. */
export function accountAnswer(intent: string, error: AppError, typed: Record<string, string> = {}): AccountAnswer {
  return { intent, message: error.message, code: error.code, fields: refusedFields(error), typed }
}
