import { useArrival } from '#web/hooks/use-arrival.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { useShopper } from '#web/hooks/use-root.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailField } from '#web/ui/field.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'

const emailMissing = 'Enter your email address'

/** Asks for a stock alert, by the action of /back-in-stock. A shopper with a confirmed address need not type it. */
export function TellMe({ product }: { product: { _id: string } }) {
  const shopper = useShopper()
  const isKnown = shopper?.isEmailConfirmed === true
  const { attributes, field, busy, done, failed, message } = useForm({
    intent: 'alert',
    fields: ['email'],
    start: { email: shopper?.email ?? '' },
    judge: (_, { email }) => (!isKnown && email.trim() === '' ? emailMissing : undefined),
  })
  const told = useArrival<HTMLParagraphElement>(done)
  if (done)
    return (
      <p ref={told} tabIndex={-1} role="status" className="font-semibold text-neem-700">
        {done.message}.
      </p>
    )
  return (
    <form
      {...attributes}
      data-own="page"
      action={`/back-in-stock?${new URLSearchParams({ product: product._id })}`}
      aria-label="Tell me when it is back"
      className="grid gap-3"
    >
      <input type="hidden" name="intent" value="alert" />
      {!isKnown && <EmailField {...field('email')} hint="We write to this address when it is back." />}
      <Button type="submit" variant="line" busy={busy} busyLabel="Sending">
        Tell me when it is back
      </Button>
      <p className="text-ink-mute text-sm leading-hint">
        {isKnown ? `One mail to ${shopper.email}, once it is back.` : 'One mail, once it is back. Nothing else.'}
      </p>
      {message && <SendFailed failed={failed} />}
    </form>
  )
}
