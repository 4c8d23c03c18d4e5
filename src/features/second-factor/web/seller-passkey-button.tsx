import { type ComponentProps, useState } from 'react'
import { useSend } from '#web/hooks/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { IconBox } from '#web/ui/icon.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { type AskedOfPasskey, signByPasskey, usePasskeys } from './passkeys-of-browser.ts'

interface PasskeyButtonProps {
  intent: 'enter by passkey' | 'prove by passkey'
  /** The page that it leads to; without, it stays. */
  next?: string
  onDone?: () => void
  variant?: ComponentProps<typeof Button>['variant']
}

const notUsed = 'The passkey was not used. Try again, or go on without it.'

/** Left out where the browser has no passkeys of this shop. */
export function PasskeyButton({ intent, next, onDone, variant }: PasskeyButtonProps) {
  const isThere = usePasskeys()
  const [isSigning, setSigning] = useState(false)
  const [problem, setProblem] = useState('')
  const reword = () => ({ toast: '' })
  const signed = useSend({ intent, reword, onDone: () => onDone?.() })
  const asked = useSend<{ question: AskedOfPasskey }>({ intent: 'ask passkey', reword, onDone: sign })
  if (!isThere) return null

  const send = ({ send }: Pick<typeof asked, 'send'>, values: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(values)) form.set(name, value)
    return send(form, '/seller')
  }
  async function sign({ question }: { question: AskedOfPasskey }) {
    setSigning(true)
    const passkey = await signByPasskey(question)
    setSigning(false)
    if (passkey === undefined) return setProblem(notUsed)
    await send(signed, { intent, passkey, ...(next === undefined ? {} : { next }) })
  }
  function press() {
    setProblem('')
    signed.forget()
    void send(asked, { intent: 'ask passkey' })
  }

  const message = problem || signed.refused?.message || asked.refused?.message
  return (
    <div className="grid gap-3">
      <Refusal message={message} />
      <Button
        type="button"
        block
        variant={variant}
        busy={asked.busy || isSigning || signed.busy}
        busyLabel="Waiting for your passkey"
        onClick={press}
      >
        <KeyIcon />
        Use your passkey
      </Button>
    </div>
  )
}

export const KeyIcon = () => (
  <IconBox size="sm">
    <path d="M8 12a3.75 3.75 0 1 0 0 7.5A3.75 3.75 0 0 0 8 12ZM10.8 13.2 19.5 4.5M16 8l3 3M13.5 10.5l2 2" />
  </IconBox>
)

export const Or = () => (
  <p className="flex items-center gap-3 text-ink-soft text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
    or
  </p>
)
