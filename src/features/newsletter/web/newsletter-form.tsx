import { type SubmitEvent, useId, useRef, useState } from 'react'
import { toast } from 'react-hot-toast'
import { Button } from '#web/ui/button.tsx'
import { inputLook } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { emailMissing, sendSubscription } from './send-subscription.ts'

export interface NewsletterAnswer {
  isDone: boolean
  message: string
  email: string
}

/** The sign-up. Its own words stand in for the browser's; before JavaScript it leads to /newsletter. */
export function NewsletterForm({ answer }: { answer?: NewsletterAnswer | undefined }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState(answer && !answer.isDone ? answer.message : undefined)
  const [isDone, setDone] = useState(answer?.isDone ?? false)
  const [busy, setBusy] = useState(false)

  function refuse(message: string) {
    setProblem(message)
    toast.error(message)
    input.current?.focus()
  }

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    const email = input.current?.value.trim() ?? ''
    if (busy) return
    setDone(false)
    setProblem(undefined)
    if (email === '') return refuse(emailMissing)
    setBusy(true)
    const result = await sendSubscription(email)
    setBusy(false)
    if (!result.isDone) return refuse(result.message)
    if (input.current) input.current.value = ''
    setDone(true)
    toast.success(result.message)
  }

  return (
    <form method="post" action="/newsletter" noValidate onSubmit={onSubmit} className="grid gap-2">
      <label htmlFor={id} className="font-semibold text-sm leading-snug">
        Email address
      </label>
      {problem && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 font-semibold text-madder-700 text-sm leading-snug">
          <Icon name="warn" size="sm" />
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          id={id}
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          defaultValue={answer && !answer.isDone ? answer.email : undefined}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-error` : undefined}
          onInput={() => problem && input.current?.value.trim() && setProblem(undefined)}
          className={`${inputLook} max-w-full flex-[1_1_11rem] ${problem ? 'border-madder-700! inset-ring inset-ring-madder-700' : ''}`}
        />
        <Button type="submit" busy={busy} busyLabel="Sending">
          Subscribe
        </Button>
      </div>
      <p role="status" className="font-semibold text-neem-700 text-sm leading-hint empty:hidden">
        {isDone && 'You are on the list.'}
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
