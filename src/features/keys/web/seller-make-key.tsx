import { RightTicks } from '#features/team/web/seller-rights.tsx'
import type { Right } from '#shared/rights.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ShownOnce } from '#web/ui/seller-shown-once.tsx'
import { type KeyField, keyFields, keyProblem } from '../key-form.rules.ts'

/** What a key can be given. */
const offered: readonly Right[] = ['catalogue', 'orders', 'producers', 'money']

export function MakeKey({ page }: { page: string }) {
  const form = useForm<KeyField, { key: string }>({
    intent: 'make',
    fields: keyFields,
    judge: keyProblem,
    onDone: (_, element) => element?.reset(),
  })
  const { done } = form
  return (
    <Panel id="make" aria-labelledby="make-title" className="grid gap-4.5 p-4 nav:p-6">
      <div>
        <h2 id="make-title" className="text-xl">
          Make a key
        </h2>
        <p className="text-ink-soft text-sm">
          One key for each program, so that each can be ended by itself. No key lets anybody into the team, pays anybody
          or sends money back.
        </p>
      </div>
      <div role="status" className="empty:hidden">
        {done && (
          <ShownOnce label="The key" value={done.key}>
            {done.message}. Copy it into the program. It is shown only now.
          </ShownOnce>
        )}
      </div>
      <form {...form.attributes} action={page} className="grid max-w-form gap-4.5">
        <HiddenFields values={{ intent: 'make' }} />
        <div role="alert" className="empty:hidden">
          {form.message && <Notice tone="bad">{form.message}</Notice>}
        </div>
        <TextField
          {...form.field('name')}
          label="Name"
          hint="What it is for, such as “Accounting”."
          maxLength={60}
          autoComplete="off"
        />
        <RightTicks own={[]} retyped={form.retyped} of={offered} asks="What may the program see and do?" />
        <TextField {...form.field('until')} label="Last day (optional)" type="date" />
        <Button type="submit" busy={form.busy} busyLabel="Making the key" className="justify-self-start">
          Make the key
        </Button>
      </form>
    </Panel>
  )
}
