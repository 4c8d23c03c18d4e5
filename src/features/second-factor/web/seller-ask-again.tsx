import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { formText } from '#web/forms/form-text.ts'
import { AskAgain } from '#web/login-context.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { type AskedProof, ProveForm } from './seller-prove-form.tsx'

export const proveTitle = 'Confirm it is you'
export const proveText = 'We ask again before money leaves, and before accounts, rights or your second factor change.'

interface AskAgainAreaProps {
  proof: AskedProof
  children: ReactNode
}

interface Waiting {
  then: () => void
  /** What for, and how much; '' where no money leaves. */
  leaves: string
  sum: string
}

/** Asks over any page of the area who is there, and then goes on with what waited for it. */
export function AskAgainArea({ proof, children }: AskAgainAreaProps) {
  const [waiting, setWaiting] = useState<Waiting>()
  const close = () => setWaiting(undefined)
  function goOn() {
    // Closed first: an open modal keeps the focus.
    flushSync(close)
    waiting?.then()
  }
  return (
    <AskAgain
      value={(then, form) => setWaiting({ then, leaves: formText(form, 'leaves'), sum: formText(form, 'sum') })}
    >
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
          {waiting?.sum ? (
            <p className="border border-line bg-kora px-4 py-3">
              <span className="block text-ink-soft text-sm">Money leaves: {waiting.leaves}</span>
              <b className="text-2xl">{waiting.sum}</b>
            </p>
          ) : (
            <p className="text-ink-soft">{proveText}</p>
          )}
          <ProveForm {...proof} onDone={goOn} />
        </div>
      </Modal>
    </AskAgain>
  )
}
