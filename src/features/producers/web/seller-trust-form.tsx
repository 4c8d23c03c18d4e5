import { isLanguage, languages, ownNames } from '#shared/languages.ts'
import { formText } from '#web/forms/form-text.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import type { StoredApplication } from '../producers.contract.ts'
import { RecordPart } from './seller-record-part.tsx'

/** The form's name for the action. */
export const TRUST = 'trust'

export function readTrust(form: FormData) {
  const language = formText(form, 'language')
  return { isTrusted: form.has('trusted'), ...(isLanguage(language) ? { language } : {}) }
}

/** Whether what they change acts at once, and in which language the shop writes to them. */
export function TrustForm({ start }: { start: Pick<StoredApplication, 'isTrusted' | 'language'> }) {
  const { submit, busy, failed } = useSend({ intent: TRUST })
  return (
    <RecordPart
      id="trust-title"
      title="Trust and language"
      text="What a trusted producer changes in names, texts and pictures is in the shop at once. A new piece and a maker’s price always wait for you. Without trust all of it waits under Changes."
    >
      <form method="post" onSubmit={submit} className="grid justify-items-start gap-3">
        <HiddenFields values={{ intent: TRUST }} />
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" name="trusted" defaultChecked={start.isTrusted} />
          Trusted
        </label>
        <fieldset>
          <legend className="font-semibold">Language in which the shop writes to them</legend>
          <div className="flex gap-x-6">
            {languages.map((language) => (
              <label key={language} className="flex min-h-11 items-center gap-3">
                <input
                  type="radio"
                  name="language"
                  value={language}
                  defaultChecked={start.language === language}
                  className="accent-neel-700"
                />
                <span lang={language}>{ownNames[language]}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <SendFailed failed={failed} />
        <Button type="submit" busy={busy} busyLabel="Saving" className="max-sm:w-full sm:min-w-56">
          Save trust and language
        </Button>
      </form>
    </RecordPart>
  )
}
