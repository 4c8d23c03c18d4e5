import { type SubmitEvent, startTransition, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useActionData, useFetcher, useNavigate, useRevalidator } from 'react-router'
import { AskAgain, useLoginIfAny } from '#web/login-context.tsx'
import {
  type Done,
  errorToastOf,
  type FormAnswer,
  isEnded,
  isFormAnswer,
  mayWorkLater,
  type Refused,
  type Reword,
} from '../forms/form-answer.ts'
import { sayDone } from '../forms/take-answers.ts'
import { said } from '../said-here.ts'
import { useLanguage } from '../words.tsx'
import { useErrorToast } from './use-error-toast.ts'

interface Sending<Facts> {
  /** The form's `intent`, or ''. An answer to this form from before JavaScript had loaded is shown at once. */
  intent?: string | undefined
  /** Fields that show their own errors: no toast repeats these. */
  fields?: readonly string[] | undefined
  /** What must end before anything is sent. */
  before?: (() => Promise<unknown>) | undefined
  onDone?: ((done: Done<Facts>, sent: FormData) => void) | undefined
  onRefused?: ((refused: Refused) => void) | undefined
  reword?: Reword | undefined
  /** After any failure the page stays as it is, even when the session has ended: its choices are worth keeping. */
  stays?: boolean | undefined
}

export interface FailedSend {
  text: string
  /** Sends the same again; undefined when that would be refused again. */
  again: (() => void) | undefined
  /** A login in another tab is needed first. */
  needsLogin: boolean
}

export type Send = Pick<ReturnType<typeof useSend>, 'submit' | 'busy'>

/** Sends `<form method="post" action="/account" onSubmit={submit}>` in the background. The component must stay when the form is done. */
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
  const ask = useContext(AskAgain)
  const language = useLanguage()
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

  const leaving = useRef({ isGone: false, tell: () => {} })

  // When the router has an answer, or another page, the screen does not show it yet.
  useEffect(() => tellDrawn?.(fetcher.data), [tellDrawn, fetcher.data])
  useLayoutEffect(() => {
    leaving.current.isGone = false
    return () => {
      leaving.current.isGone = true
      leaving.current.tell()
    }
  }, [])

  const drawn = () =>
    new Promise<unknown>((resolve) => {
      if (leaving.current.isGone) return resolve(undefined)
      leaving.current.tell = () => resolve(undefined)
      startTransition(() => setTellDrawn(() => resolve))
    })

  async function post(form: FormData, page: string): Promise<FormAnswer<Facts> | undefined> {
    await fetcher.submit(form, { method: 'post', action: page })
    const data = await drawn()
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
    // This page stays busy until the other one has taken its place.
    if (given?.isDone && given.to) {
      await navigate(given.to, { replace: given.isInPlace === true })
      await drawn()
    }
    running.current = false
    const resend = () => void send(form, page, close)
    // The code is written out: all pages load this.
    if (ask && given?.isDone === false && given.code === 'ASK_AGAIN') {
      setBusy(false)
      return ask(resend, form)
    }
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
    // An act on this page was told as soon as the answer came: the pressed row may be gone by now.
    if (given.isDone) {
      if (given.to) sayDone(given)
      return onDone?.(given, form)
    }
    errorToast.show(errorToastOf(given, fields))
    if (stays) return onRefused?.(given)
    if (hasEnded && login) return login.openLogin({ after: resend })
    if (!hasEnded) onRefused?.(given)
    // Somebody else was first, or the seller's login stands here now.
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
      ? said('NOT_SAVED_ENDED', language)
      : isLater
        ? `${said('NOT_SAVED', language)} ${refused.message}`
        : refused.message,
    again: isLater ? again : undefined,
    needsLogin,
  }
  return {
    submit,
    send,
    busy,
    sent,
    sending: busy ? sent : undefined,
    done: answer?.isDone ? answer : undefined,
    refused,
    failed,
    /** For errors before sending: the next answer removes the toast. */
    sayError: errorToast.show,
    forget: () => {
      errorToast.forget()
      setAnswer(undefined)
    },
  }
}
