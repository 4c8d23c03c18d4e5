import { useId } from 'react'
import { MAX_EMAIL_LENGTH } from '#shared/form-fields.ts'
import type { Reword } from '#web/forms/form-answer.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { inputLook } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Icon } from '#web/ui/icon.tsx'

export const emailMissing = 'Please enter your email address'

/** What the action says of an address that it took. */
interface Subscribed {
  sentTo: string
}

const unreached: Record<string, string> = {
  OFFLINE: 'Newsletter subscription failed. Please try again.',
  FAILED: 'Subscription failed',
}

/** Whatever goes wrong stands at the field and in the toast, here and in the page's action. */
export const atTheField: Reword = ({ code, message: given }) => {
  const message = unreached[code] ?? given
  return { message, toast: message, fields: { email: message } }
}

/** The sign-up. Its own words stand in for the browser's; its action is that of /newsletter. */
export function NewsletterForm() {
  const id = useId()
  const { attributes, field, typed, busy, done, sayError } = useForm<'email', Subscribed>({
    intent: 'newsletter',
    fields: ['email'],
    judge: (_, { email }) => (email.trim() === '' ? emailMissing : undefined),
    reword: atTheField,
    onDone: (_, form) => form?.reset(),
  })
  const { error, ...email } = field('email')
  return (
    <form
      {...attributes}
      action="/newsletter"
      noValidate
      onSubmit={(event) => {
        attributes.onSubmit(event)
        if (typed().email.trim() === '') sayError(emailMissing)
      }}
      className="grid gap-2"
    >
      <HiddenFields values={{ intent: 'newsletter' }} />
      <label htmlFor={id} className="font-semibold text-sm leading-snug">
        Email address
      </label>
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 font-semibold text-madder-700 text-sm leading-snug">
          <Icon name="warn" size="sm" />
          <span>{error}</span>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <input
          {...email}
          id={id}
          type="email"
          autoComplete="email"
          maxLength={MAX_EMAIL_LENGTH}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className={`${inputLook} max-w-full flex-[1_1_11rem] ${error ? 'border-madder-700! inset-ring inset-ring-madder-700' : ''}`}
        />
        <Button type="submit" busy={busy} busyLabel="Sending">
          Subscribe
        </Button>
      </div>
      <p role="status" className="font-semibold text-neem-700 text-sm leading-hint empty:hidden">
        {done && (
          <>
            We have written to <bdi className="wrap-anywhere">{done.sentTo}</bdi>. The letters come once you have
            pressed the button in that mail. If you are on the list already, no mail comes.
          </>
        )}
      </p>
      <p className="text-ink-mute text-sm leading-hint">Leave whenever you like, with one click.</p>
    </form>
  )
}

/** The band at the end of a page. */
export function NewsletterBand() {
  return (
    <section aria-labelledby="newsletter" className="bg-kora">
      <div className="wrap grid gap-6 py-band nav:grid-cols-newsletter nav:items-end nav:gap-16">
        <div>
          <h2 id="newsletter" className="text-3xl">
            {newsletterTitle}
          </h2>
          <p className="mt-2.5 max-w-lede text-ink-soft text-lg leading-lede">{newsletterText}</p>
        </div>
        <NewsletterForm />
      </div>
    </section>
  )
}

export const newsletterTitle = 'News from the workshops'
export const newsletterText = 'Letters about producers, what they are working on, and what is new in the shop.'
