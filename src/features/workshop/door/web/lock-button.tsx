import { useState } from 'react'
import type { AskedOfNewPasskey, AskedOfPasskey } from '#features/second-factor/web/passkeys-of-browser.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { usePages } from '../../web/use-pages.ts'

interface LockButtonProps<Asked> {
  page: string
  /** What the form that asks for the question holds; its `intent` too. */
  asks: Record<string, string>
  /** What the form with the answer holds beside it. */
  sends: () => Record<string, string>
  /** Gives what the phone signed or made, as text; undefined: the person said no. */
  use: (asked: Asked) => Promise<string | undefined>
  /** False: there is no PIN to take in its place. */
  hasPin?: boolean
}

/** Asks the phone for its own lock, and sends what it answers. Shown only where the browser can (`usePasskeys`). */
export function LockButton<Asked extends AskedOfPasskey | AskedOfNewPasskey>({
  page,
  asks,
  sends,
  use,
  hasPin = true,
}: LockButtonProps<Asked>) {
  const say = usePages()
  const [isAtLock, setAtLock] = useState(false)
  const [problem, setProblem] = useState('')
  const reword = () => ({ toast: '' })
  const answered = useSend({ intent: sends().intent, reword })
  const asked = useSend<{ asked: Asked }>({ intent: asks.intent, reword, onDone: ({ asked }) => void answer(asked) })

  const formOf = (values: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(values)) form.set(name, value)
    return form
  }
  async function answer(question: Asked) {
    setAtLock(true)
    const lock = await use(question)
    setAtLock(false)
    if (lock === undefined) return setProblem(hasPin ? say.lockNotUsed : say.lockNotUsedAlone)
    await answered.send(formOf({ ...sends(), lock }), page)
  }
  return (
    <div className="grid gap-3">
      <Refusal message={problem || answered.refused?.message || asked.refused?.message} />
      <Button
        type="button"
        block
        busy={asked.busy || isAtLock || answered.busy}
        busyLabel={say.atLock}
        onClick={() => {
          setProblem('')
          answered.forget()
          void asked.send(formOf(asks), page)
        }}
      >
        {say.useLock}
      </Button>
    </div>
  )
}
