import { useSend } from '#web/hooks/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'

/** The form's name for the action. */
export const CONSENT = 'ledger-consent'
const SWITCH = 'named'

export const readConsent = (form: FormData) => form.has(SWITCH)

/** The producer agrees to be named in the ledger. */
export function LedgerConsentForm({ start }: { start: boolean }) {
  const { submit, busy, failed } = useSend({ intent: CONSENT })
  return (
    <Panel aria-labelledby="consent-title" className="mt-5 max-w-184 p-5 nav:p-6">
      <h2 id="consent-title" className="font-display font-medium text-2xl tracking-display">
        In the ledger
      </h2>
      <p className="mt-1 mb-4 text-ink-soft text-sm">
        The ledger is public. With their consent it names them beside their sums, and their page shows what they have
        earned so far. Without it they stand there as a number. Ask them first.
      </p>
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
    </Panel>
  )
}
