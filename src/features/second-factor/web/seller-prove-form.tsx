import { useForm } from '#web/hooks/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { proofFields, proofProblem } from '../code-form.rules.ts'
import { usePasskeys } from './passkeys-of-browser.ts'
import { CodeField, RecoveryField } from './seller-code-field.tsx'
import { Or, PasskeyButton } from './seller-passkey-button.tsx'

export interface AskedProof {
  asks: 'password' | 'code'
  hasPasskey: boolean
}

interface ProveFormProps extends AskedProof {
  /** The page that it leads to; without, it stays. */
  next?: string
  onDone?: () => void
}

export function ProveForm({ asks, hasPasskey, next, onDone }: ProveFormProps) {
  const form = useForm({ intent: 'prove', fields: proofFields, judge: proofProblem(asks), onDone: () => onDone?.() })
  const isOffered = usePasskeys() && hasPasskey
  const to: Record<string, string> = next === undefined ? {} : { next }
  return (
    <div className="grid gap-4">
      {isOffered && (
        <>
          <PasskeyButton intent="prove by passkey" {...to} onDone={() => onDone?.()} />
          <Or />
        </>
      )}
      <form {...form.attributes} action="/seller" className="grid gap-4">
        <HiddenFields values={{ intent: 'prove', ...to }} />
        <Refusal message={form.message} />
        {asks === 'code' ? (
          <>
            <CodeField {...form.field('code')} required={false} data-autofocus="" />
            <RecoveryField {...form.field('recovery')} />
          </>
        ) : (
          <PasswordField {...form.field('currentPassword')} label="Your password" data-autofocus="" />
        )}
        <Button type="submit" block variant={isOffered ? 'line' : 'primary'} busy={form.busy} busyLabel="Checking">
          Confirm
        </Button>
        <p className="text-ink-mute text-sm">It holds for 10 minutes on this device.</p>
      </form>
    </div>
  )
}
