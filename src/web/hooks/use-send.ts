import { type SubmitEvent, startTransition, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useActionData, useFetcher, useNavigate, useRevalidator } from 'react-router'
import {
  type Done,
  errorToastOf,
  type FormAnswer,
  isEnded,
  isFormAnswer,
  mayWorkLater,
  type Refused,
  type Reword,
} from '#web/form-answer.ts'
import { useLoginIfAny } from '#web/login-context.tsx'
import { sayDone } from '#web/take-answers.ts'
import { useErrorToast } from './use-error-toast.ts'

interface Sending<Facts> {
  /** The form's field `intent`, or '': what the page's action has answered to this form, sent before JavaScript had loaded, is here at once. */
  intent?: string | undefined
  /** Names of the fields that say themselves what is wrong with them: no toast says it again. */
  fields?: readonly string[] | undefined
  /** What must be over before anything is sent. */
  before?: (() => Promise<unknown>) | undefined
  /** It is done, and the page shows it. */
  onDone?: ((done: Done<Facts>, sent: FormData) => void) | undefined
  onRefused?: ((refused: Refused) => void) | undefined
  /** Words of its own when the page's action was not reached. */
  reword?: Reword | undefined
  /** Whatever fails leaves the page as it is, an ended session too: what is chosen on it is worth keeping. */
  stays?: boolean | undefined
}

/** Beside a button (`<SendFailed>`): why it was not done. */
export interface FailedSend {
  text: string
  /** Sends the same again; not there when that would be refused again. */
  again: (() => void) | undefined
  /** The session has ended: a login in another tab is needed first. */
  needsLogin: boolean
}

export type Send = Pick<ReturnType<typeof useSend>, 'submit' | 'busy'>

/**
 * Sends a form to its page's action: `<form method="post" action="/account" onSubmit={submit}>`. Without JavaScript the browser does that
 * itself; with it the router does, in the background, and the page stays as it is until the answer is here, which is said in a toast. When the
 * session has ended, a login opens, and after it the form is sent again.
 *
 * Belongs in a component that stays when it is done: not in the row that goes.
 */
export function useSend<Facts = unknown>({
  intent,
  fields,
  before,
  onDone,
  onRefused,
  reword,
  stays = false,
}: Sending<Facts> = {}) {
  const fetcher = useFetcher()
  const posted: unknown = useActionData()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const login = useLoginIfAny()
  const errorToast = useErrorToast()
  const [answer, setAnswer] = useState(() =>
    isFormAnswer<Facts>(posted) && posted.intent === intent ? posted : undefined,
  )
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState<FormData>()
  const [again, setAgain] = useState<() => void>()
  const [tellDrawn, setTellDrawn] = useState<(data: unknown) => void>()
  const running = useRef(false)
  const lastData = useRef<unknown>(undefined)

  // When the router has an answer, the page does not show yet what came of it.
  useEffect(() => tellDrawn?.(fetcher.data), [tellDrawn, fetcher.data])

  /** The answer, once the page shows what came of it. */
  async function post(form: FormData, page: string): Promise<FormAnswer<Facts> | undefined> {
    await fetcher.submit(form, { method: 'post', action: page })
    const data = await new Promise((resolve) => startTransition(() => setTellDrawn(() => resolve)))
    if (data === lastData.current || !isFormAnswer<Facts>(data)) return undefined
    lastData.current = data
    const isUnreached = !data.isDone && (data.code === 'OFFLINE' || data.code === 'FAILED')
    return isUnreached ? { ...data, ...reword?.(data) } : data
  }

  async function send(form: FormData, page: string, close?: () => void): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    setSent(form)
    setAnswer(undefined)
    await before?.()
    const given = await post(form, page)
    errorToast.forget()
    if (given?.isDone && given.to) await navigate(given.to, { replace: given.isInPlace === true })
    running.current = false
    const resend = () => void send(form, page, close)
    const hasEnded = given?.isDone === false && isEnded(given)
    // Drawn at once: while a dialog is open, nothing behind it can take the focus.
    flushSync(() => {
      setBusy(false)
      if (hasEnded && !stays) return
      setAnswer(given)
      setAgain(() => resend)
      close?.()
    })
    if (!given) return
    // What is done on this page was said as soon as the answer was there: the row that was pressed may be gone by now.
    if (given.isDone) {
      if (given.to) sayDone(given)
      return onDone?.(given, form)
    }
    errorToast.show(errorToastOf(given, fields))
    if (stays) return onRefused?.(given)
    if (hasEnded && login) return login.openLogin({ after: resend })
    if (!hasEnded) onRefused?.(given)
    // Somebody else was first; or the seller's login stands here now.
    if (hasEnded || (!mayWorkLater(given) && Object.keys(given.fields).length === 0)) await revalidate()
  }

  function submit(event: SubmitEvent<HTMLFormElement>, close?: () => void) {
    event.preventDefault()
    const target = event.currentTarget
    const { pathname, search } = new URL(target.getAttribute('action') ?? '', window.location.href)
    return send(new FormData(target, event.nativeEvent.submitter), pathname + search, close)
  }

  const refused = answer?.isDone === false ? answer : undefined
  const needsLogin = refused !== undefined && isEnded(refused)
  const isLater = refused !== undefined && (needsLogin || mayWorkLater(refused))
  const failed: FailedSend | undefined = refused && {
    text: needsLogin
      ? 'Not saved. Your session has ended.'
      : isLater
        ? `Not saved. ${refused.message}`
        : refused.message,
    again: isLater ? again : undefined,
    needsLogin,
  }
  return {
    submit,
    send,
    busy,
    /** What was sent last, and what is on its way now: tells which of several buttons was pressed. */
    sent,
    sending: busy ? sent : undefined,
    done: answer?.isDone ? answer : undefined,
    refused,
    failed,
    /** An error toast of what is wrong before it is sent: goes when the next answer comes. */
    sayError: errorToast.show,
    /** Starts again, as if nothing had been sent. */
    forget: () => {
      errorToast.forget()
      setAnswer(undefined)
    },
  }
}
