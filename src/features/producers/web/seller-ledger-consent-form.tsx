import { useSend } from '#web/hooks/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import { RecordPart } from './seller-record-part.tsx'

/** The form's name for the action. */
export const CONSENT = 'ledger-consent'
const SWITCH = 'named'

export const readConsent = (form: FormData) => form.has(SWITCH)

/** The producer agrees to be named in the ledger. */
export function LedgerConsentForm({ start }: { start: boolean }) {
  const { submit, busy, failed } = useSend({ intent: CONSENT })
  return (
    <RecordPart
      id="consent-title"
      title="In the ledger"
      text="The ledger is public. With their consent it names them beside their sums, and their page shows what they have earned so far. Without it they stand there as a number. Ask them first."
    >
      <form method="post" onSubmit={submit} className="grid justify-items-start gap-3">
        <HiddenFields values={{ intent: CONSENT }} />
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" name={SWITCH} defaultChecked={start} />
          They agree to be named, with their sums
        </label>
        <SendFailed failed={failed} />
        <Button type="submit" busy={busy} busyLabel="Saving" className="max-sm:w-full sm:min-w-56">
          Save consent
        </Button>
        <p className="text-ink-mute text-sm leading-hint">Applies at once, to all entries of the ledger.</p>
      </form>
    </RecordPart>
  )
}
