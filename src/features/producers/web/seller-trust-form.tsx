import { isLanguage, languages, ownNames } from '#shared/languages.ts'
import { formText } from '#web/forms/form-text.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import type { StoredApplication } from '../producers.contract.ts'

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
    <Panel aria-labelledby="trust-title" className="mt-5 max-w-184 p-5 nav:p-6">
      <h2 id="trust-title" className="font-display font-medium text-2xl tracking-display">
        Trust and language
      </h2>
      <p className="mt-1 mb-4 text-ink-soft text-sm">
        What a trusted producer changes in names, texts and pictures is in the shop at once. A new piece and a maker’s
        price always wait for you. Without trust all of it waits under Changes.
      </p>
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
    </Panel>
  )
}
