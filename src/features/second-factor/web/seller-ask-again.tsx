import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { AskAgain } from '#web/login-context.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { type AskedProof, ProveForm } from './seller-prove-form.tsx'

export const proveTitle = 'Confirm it is you'
export const proveText = 'We ask again before money leaves, and before accounts, rights or your second factor change.'

interface AskAgainAreaProps {
  proof: AskedProof
  children: ReactNode
}

/** Asks over any page of the area who is there, and then goes on with what waited for it. */
export function AskAgainArea({ proof, children }: AskAgainAreaProps) {
  const [waiting, setWaiting] = useState<() => void>()
  const close = () => setWaiting(undefined)
  function goOn() {
    // Closed first: an open modal keeps the focus.
    flushSync(close)
    waiting?.()
  }
  return (
    <AskAgain value={(then) => setWaiting(() => then)}>
      {children}
      <Modal
        open={waiting !== undefined}
        onClose={close}
        labelledBy="prove-title"
        dismissOnScrim={false}
        selvedge
        closeButton="Close"
      >
        <div className="grid gap-4 px-5 pt-6 pb-8 sm:px-10 sm:pt-9 sm:pb-10">
          <h2 id="prove-title" className="pr-10 text-3xl leading-control">
            {proveTitle}
          </h2>
          <p className="text-ink-soft">{proveText}</p>
          <ProveForm {...proof} onDone={goOn} />
        </div>
      </Modal>
    </AskAgain>
  )
}
