import { type SubmitEvent, startTransition, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { toast } from 'react-hot-toast'
import { useActionData, useFetcher, useRevalidator } from 'react-router'
import { useLoginIfAny } from '#features/auth/web/login-context.tsx'
import { type Done, isEnded, isFormAnswer, mayWorkLater, type Refused } from '#web/form-answer.ts'

interface Sending<Facts> {
  /** The form's field `intent`: what the page's action has answered to this form, sent before JavaScript had loaded, is here at once. */
  intent?: string
  /** What must be over before anything is sent. */
  before?: () => Promise<unknown>
  /** Words of its own, before the reason, for when it did not get as far as the page's action. */
  failed?: string
  /** It is done, and the page shows it. */
  onDone?: (done: Done<Facts>, sent: FormData) => void
  onRefused?: (refused: Refused) => void
}

/** Beside a button (`<SendFailed>`): why it was not done. */
export interface FailedSend {
  text: string
  /** Sends the same again; not there when that would be refused again. */
  again: (() => void) | undefined
}

export type Send = Pick<ReturnType<typeof useSend>, 'submit' | 'busy'>

/**
 * Sends a form to its page's action: `<form method="post" action="/account" onSubmit={submit}>`. Without JavaScript the browser does that
 * itself; with it the router does, in the background, and the page stays as it is until the answer is here. `takeAnswers` says the
 * answer in a toast. When the session has ended, a login opens, and after it the form is sent again.
 *
 * Belongs in a component that stays when it is done: not in the row that goes.
 */
export function useSend<Facts = unknown>({ intent, before, failed: lost, onDone, onRefused }: Sending<Facts> = {}) {
  const fetcher = useFetcher()
  const posted: unknown = useActionData()
  const { revalidate } = useRevalidator()
  const login = useLoginIfAny()
  const [answer, setAnswer] = useState(() =>
    isFormAnswer<Facts>(posted) && posted.intent === intent ? posted : undefined,
  )
  const [sending, setSending] = useState<FormData>()
  const [again, setAgain] = useState<() => void>()
  const [tellDrawn, setTellDrawn] = useState<(data: unknown) => void>()
  const running = useRef(false)
  const lastData = useRef<unknown>(undefined)

  // When the router has an answer, the page does not show yet what came of it.
  useEffect(() => tellDrawn?.(fetcher.data), [tellDrawn, fetcher.data])

  /** The answer, once the page shows what came of it; undefined when another page comes. */
  async function post(form: FormData, page: string) {
    await fetcher.submit(form, { method: 'post', action: page })
    const data = await new Promise((resolve) => startTransition(() => setTellDrawn(() => resolve)))
    if (data === lastData.current || !isFormAnswer<Facts>(data)) return undefined
    lastData.current = data
    if (data.isDone || !data.isLost) return data
    toast.error(lost ?? data.message)
    return lost ? { ...data, message: `${lost} ${data.message}` } : data
  }

  async function send(form: FormData, page: string, close?: () => void): Promise<void> {
    if (running.current) return
    running.current = true
    setSending(form)
    setAnswer(undefined)
    await before?.()
    const given = await post(form, page)
    running.current = false
    const resend = () => void send(form, page, close)
    const hasEnded = given?.isDone === false && isEnded(given)
    // Drawn at once: while a dialog is open, nothing behind it can take the focus.
    flushSync(() => {
      setSending(undefined)
      if (hasEnded) return
      setAnswer(given)
      setAgain(() => resend)
      close?.()
    })
    if (!given) return
    if (given.isDone) return onDone?.(given, form)
    if (hasEnded && login) return login.openLogin({ after: resend })
    if (!hasEnded) onRefused?.(given)
    // Somebody else was first; or the seller's login stands here now.
    if (hasEnded || (!mayWorkLater(given) && Object.keys(given.fields).length === 0)) await revalidate()
  }

  function submit(event: SubmitEvent<HTMLFormElement>, close?: () => void) {
    event.preventDefault()
    const target = event.currentTarget
    const form = new FormData(target, event.nativeEvent.submitter)
    return send(form, target.getAttribute('action') ?? window.location.pathname + window.location.search, close)
  }

  const refused = answer && !answer.isDone ? answer : undefined
  const later = refused !== undefined && mayWorkLater(refused)
  const failed: FailedSend | undefined = refused && {
    text: later ? `Not saved. ${refused.message}` : refused.message,
    again: later ? again : undefined,
  }
  return {
    submit,
    send,
    busy: sending !== undefined,
    /** What is on its way: tells which of several buttons was pressed. */
    sending,
    done: answer?.isDone ? answer : undefined,
    refused,
    failed,
    /** Starts anew, as if nothing had been sent. */
    forget: () => setAnswer(undefined),
  }
}
