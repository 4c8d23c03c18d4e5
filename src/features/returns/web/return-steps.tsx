import { type ReactNode, useId, useState } from 'react'
import { refundMethods } from '#features/orders/orders.refunds.ts'
import { formatRupees } from '#shared/money.ts'
import type { Send } from '#web/hooks/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import type { Return } from '../returns.contract.ts'

const MAX_ANSWER = 1000
const methodWords = { card: 'By card, the way it was paid', upi: 'By UPI', bank: 'By bank transfer' } as const

interface StepsProps {
  shown: Return
  send: Send
}

/** What the seller can do with a return now. Each button is a step; the action reads which from its value. */
export function ReturnSteps({ shown, send }: StepsProps) {
  const { state, wish, refund } = shown
  if (state === 'asked') return <Answer shown={shown} send={send} />
  if (state === 'accepted') return <Arrival shown={shown} send={send} />
  if (state !== 'arrived' && state !== 'damaged') return null
  if (refund && refund.state !== 'failed')
    return <p className="text-ink-soft text-sm">It is done by itself once the money has gone back.</p>
  if (wish === 'refund') return <RefundByHand shown={shown} send={send} />
  return (
    <>
      <StepForm shown={shown} send={send}>
        <Button type="submit" name="to" value="closed" size="sm" busy={send.busy}>
          The same again is sent
        </Button>
      </StepForm>
      <details className="text-sm">
        <summary className="link min-h-11 cursor-pointer content-center">Refund it instead</summary>
        <RefundByHand shown={shown} send={send} />
      </details>
    </>
  )
}

interface StepFormProps extends StepsProps {
  /** Is what is typed enough for the step? Says itself what is missing. */
  isRight?: (form: FormData) => boolean
  children: ReactNode
}

function StepForm({ shown, send, isRight = () => true, children }: StepFormProps) {
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        if (isRight(new FormData(event.currentTarget, event.nativeEvent.submitter))) send.submit(event)
        else event.preventDefault()
      }}
      className="grid max-w-prose gap-3"
    >
      <HiddenFields values={{ id: shown._id, from: shown.state }} />
      {children}
    </form>
  )
}

/** Nobody is declined without a word. */
function useSentence() {
  const [error, setError] = useState<string>()
  function isRight(form: FormData) {
    const isMissing = form.get('to') === 'declined' && String(form.get('message')).trim() === ''
    setError(isMissing ? 'Write why: the shopper reads it' : undefined)
    return !isMissing
  }
  return { error, isRight }
}

function Answer({ shown, send }: StepsProps) {
  const { error, isRight } = useSentence()
  return (
    <StepForm shown={shown} send={send} isRight={isRight}>
      <TextAreaField
        label="What the shopper reads"
        name="message"
        error={error}
        rows={2}
        maxLength={MAX_ANSWER}
        hint="Accepted: our address stands in the mail, add what else is to know. Declined: say why."
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="to" value="accepted" size="sm" busy={send.busy}>
          Accept
        </Button>
        <Button type="submit" name="to" value="declined" variant="danger" size="sm" busy={send.busy}>
          Decline
        </Button>
      </div>
    </StepForm>
  )
}

function Arrival({ shown, send }: StepsProps) {
  const { error, isRight } = useSentence()
  return (
    <>
      <StepForm shown={shown} send={send}>
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input type="checkbox" name="faulty" value="1" className="size-5 accent-neel-700" />
          It was faulty from the maker
        </label>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="to" value="arrived" size="sm" busy={send.busy}>
            Arrived in good order: into stock
          </Button>
          <Button type="submit" name="to" value="damaged" variant="line" size="sm" busy={send.busy}>
            Arrived damaged: write off
          </Button>
        </div>
      </StepForm>
      <details className="text-sm">
        <summary className="link min-h-11 cursor-pointer content-center">It never came</summary>
        <StepForm shown={shown} send={send} isRight={isRight}>
          <TextField
            label="Why the return ends"
            name="message"
            error={error}
            required
            maxLength={MAX_ANSWER}
            autoComplete="off"
          />
          <div>
            <Button type="submit" name="to" value="declined" variant="danger" size="sm" busy={send.busy}>
              Decline after all
            </Button>
          </div>
        </StepForm>
      </details>
    </>
  )
}

/** Cash goes back by hand: the money is sent first, then noted here. */
function RefundByHand({ shown, send }: StepsProps) {
  const due = useId()
  const methods = refundMethods.filter((method) => method !== 'card' || shown.order.paymentType === 'Online')
  return (
    <StepForm shown={shown} send={send}>
      {shown.due !== undefined && (
        <p id={due} className="font-semibold">
          {formatRupees(shown.due)} to send, with its share of the tax.
        </p>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField label="How it is refunded" name="method" defaultValue="upi">
          {methods.map((method) => (
            <option key={method} value={method}>
              {methodWords[method]}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Reference of the transfer"
          name="reference"
          maxLength={100}
          autoComplete="off"
          aria-describedby={due}
        />
      </div>
      <div>
        <Button type="submit" name="to" value="closed" size="sm" busy={send.busy}>
          Note the refund
        </Button>
      </div>
    </StepForm>
  )
}
