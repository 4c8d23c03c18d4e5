import { type ReactNode, useId, useState } from 'react'
import { refundMethods } from '#features/orders/refunds/refunds.pieces.ts'
import { LookInStatement } from '#features/orders/web/look-in-statement.tsx'
import { formatRupees } from '#shared/money.ts'
import type { Send } from '#web/hooks/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Name } from '#web/ui/name.tsx'
import type { Return } from '../returns.contract.ts'
import { BROKEN_OF, CAME_OF } from './came-fields.ts'

const MAX_ANSWER = 1000
const methodWords = { card: 'By card, the way it was paid', upi: 'By UPI', bank: 'By bank transfer' } as const

interface StepsProps {
  shown: Return
  send: Send
}

/** Each button is a step, which the action reads from its value. */
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
          Make the exchange parcel
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
  /** Is enough typed for the step? It says what is missing. */
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

/** Nobody is declined without a reason. */
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
        hint="If you accept, the mail gives our address: add what else the shopper must know. If you decline, say why."
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
        {shown.items.some(({ quantity }) => quantity > 1) || shown.items.length > 1 ? <Came shown={shown} /> : null}
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

/** Asks what came: by default all pieces, and "damaged" means all. */
function Came({ shown }: { shown: Return }) {
  return (
    <details className="text-sm">
      <summary className="link min-h-11 cursor-pointer content-center">Not all came, or only some are broken</summary>
      {shown.items.map(({ product, quantity }) => (
        <fieldset key={product._id} className="mt-2 grid grid-cols-2 gap-3">
          <legend className="wrap-anywhere mb-1">
            <Name>{product.name}</Name>
          </legend>
          <TextField
            label={`Came, of ${quantity}`}
            name={`${CAME_OF}${product._id}`}
            type="number"
            min={0}
            max={quantity}
            defaultValue={String(quantity)}
          />
          <TextField
            label="Broken of these"
            name={`${BROKEN_OF}${product._id}`}
            type="number"
            min={0}
            max={quantity}
            defaultValue="0"
          />
        </fieldset>
      ))}
    </details>
  )
}

/** The money is sent first, then noted here. */
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
      <LookInStatement order={shown.order.number} />
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
