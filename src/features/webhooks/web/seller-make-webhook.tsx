import { useForm } from '#web/hooks/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ShownOnce } from '#web/ui/seller-shown-once.tsx'
import { type WebhookField, webhookFields, webhookProblem } from '../webhook-form.rules.ts'
import { webhookKinds } from '../webhooks.kinds.ts'
import { kindWords, tickOf } from './seller-webhook-words.ts'

export function MakeWebhook({ page }: { page: string }) {
  const form = useForm<WebhookField, { secret: string }>({
    intent: 'make',
    fields: webhookFields,
    judge: webhookProblem,
    onDone: (_, element) => element?.reset(),
  })
  const { done, retyped } = form
  return (
    <Panel id="make" aria-labelledby="make-title" className="grid gap-4.5 p-4 nav:p-6">
      <div>
        <h2 id="make-title" className="text-xl">
          Tell a program
        </h2>
        <p className="text-ink-soft text-sm">
          A message says what happened and to which order, parcel, product or payout. It names no person.
        </p>
      </div>
      <div role="status" className="empty:hidden">
        {done && (
          <ShownOnce label="The secret" value={done.secret}>
            {done.message}. Copy the secret into the program: with it the program knows that a message is ours. It is
            shown only now.
          </ShownOnce>
        )}
      </div>
      <form {...form.attributes} action={page} className="grid max-w-form gap-4.5">
        <HiddenFields values={{ intent: 'make' }} />
        <div role="alert" className="empty:hidden">
          {form.message && <Notice tone="bad">{form.message}</Notice>}
        </div>
        <TextField
          {...form.field('url')}
          label="Address of the program"
          hint="It begins with https:// and is public."
          inputMode="url"
          maxLength={500}
          autoComplete="off"
        />
        <fieldset className="grid gap-1">
          <legend className="mb-1 font-semibold text-sm leading-snug">What is it told?</legend>
          {webhookKinds.map((kind) => (
            <label key={kind} className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                name={tickOf(kind)}
                value="1"
                defaultChecked={retyped ? tickOf(kind) in retyped : false}
                className="size-5 flex-none accent-neel-700"
              />
              <span>{kindWords[kind]}</span>
            </label>
          ))}
        </fieldset>
        <Button type="submit" busy={form.busy} busyLabel="Adding" className="justify-self-start">
          Tell this program
        </Button>
      </form>
    </Panel>
  )
}
