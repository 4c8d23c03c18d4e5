import { useRef, useState } from 'react'
import { toast } from 'react-hot-toast'
import { useRevalidator } from 'react-router'
import { AppError } from '#shared/app-error.ts'
import { messageOf } from '#web/call.ts'
import { useEndedSession } from './use-ended-session.ts'

export interface FailedAct {
  text: string
  /** Does the same again; not there when that would be refused again. */
  again: (() => void) | undefined
}

/** Offline, too much at once, or our own failure. Everything else was refused for good. */
export const mayWorkLater = (error: unknown) =>
  !(error instanceof AppError) || error.status === 0 || error.status === 429 || error.status >= 500

/**
 * For a change that somebody makes with a button or a form: `act` calls the API and shows what came of it. When the call fails, the page
 * stays as it is, and `failed` says why at the place (`<ActFailed>`). Only when the shop refused the change, because somebody else
 * was first, the page is read again; and when the session has ended, so that the login stands there.
 */
export function useAct() {
  const { revalidate } = useRevalidator()
  const hasEnded = useEndedSession()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<FailedAct>()
  const running = useRef(false)

  async function act(work: () => Promise<unknown>) {
    if (running.current) return
    running.current = true
    setBusy(true)
    setFailed(undefined)
    try {
      await work()
    } catch (error) {
      if (hasEnded(error)) return
      const later = mayWorkLater(error)
      const text = messageOf(error)
      toast.error(text)
      setFailed({ text: later ? `Not saved. ${text}` : text, again: later ? () => act(work) : undefined })
      if (!later) await revalidate()
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, failed, act }
}
