import { useForm } from '#web/hooks/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailField, TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ShownOnce } from '#web/ui/seller-shown-once.tsx'
import { type InvitationField, invitationFields, invitationProblem } from '../team-form.rules.ts'
import { RightTicks } from './seller-rights.tsx'

export function Invite({ page }: { page: string }) {
  const form = useForm<InvitationField, { url: string }>({
    intent: 'invite',
    fields: invitationFields,
    judge: invitationProblem,
    onDone: (_, element) => element?.reset(),
  })
  const { done } = form
  return (
    <Panel id="invite" aria-labelledby="invite-title" className="grid gap-4.5 p-4 nav:p-6">
      <div>
        <h2 id="invite-title" className="text-xl">
          Invite somebody
        </h2>
        <p className="text-ink-soft text-sm">
          They get a mail with a link. It works once, for 7 days, and asks them for a password of their own.
        </p>
      </div>
      <div role="status" className="empty:hidden">
        {done && <Invited message={done.message ?? ''} url={done.url} />}
      </div>
      <form {...form.attributes} action={page} className="grid max-w-form gap-4.5">
        <HiddenFields values={{ intent: 'invite' }} />
        <div role="alert" className="empty:hidden">
          {form.message && <Notice tone="bad">{form.message}</Notice>}
        </div>
        <TextField {...form.field('name')} label="Name" autoComplete="off" />
        <EmailField {...form.field('email')} autoComplete="off" />
        <RightTicks own={[]} retyped={form.retyped} />
        <Button type="submit" busy={form.busy} busyLabel="Inviting" className="justify-self-start">
          Send invitation
        </Button>
      </form>
    </Panel>
  )
}

/** The link, this once: the shop keeps only its hash. */
const Invited = ({ message, url }: { message: string; url: string }) => (
  <ShownOnce label="Link of the invitation" value={url}>
    {message}. You can also give them the link yourself. It is shown only now.
  </ShownOnce>
)
