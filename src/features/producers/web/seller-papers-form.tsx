import { useState } from 'react'
import { readFields } from '#shared/form-fields.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { type GstStatus, gstStatuses, type PapersField, paperMistake, papersFields } from '../papers.rules.ts'
import type { Papers } from '../producers.contract.ts'
import { RecordPart } from './seller-record-part.tsx'

/** The form's name for the action. */
export const PAPERS = 'papers'

const statusWords: Record<GstStatus, string> = {
  unregistered: 'Not registered',
  enrolled: 'Enrolled, below the limit',
  registered: 'Registered, with a GSTIN',
}
const statusOf = (text: string) => gstStatuses.find((status) => status === text)

export function readPapers(form: FormData) {
  const { gstStatus, ...numbers } = readFields(papersFields, form)
  return { ...numbers, gstStatus: statusOf(gstStatus) ?? 'unregistered' }
}

/** Numbers of their papers, for the shop alone. */
export function PapersForm({ start }: { start: Papers }) {
  const { attributes, field, message, busy, retyped } = useForm<PapersField>({
    intent: PAPERS,
    fields: papersFields,
    start,
    judge: paperMistake,
  })
  const [status, setStatus] = useState(statusOf(retyped?.gstStatus ?? '') ?? start.gstStatus)
  const { onChange, ...gstStatus } = field('gstStatus')
  return (
    <RecordPart
      id="papers-title"
      title="Papers"
      text="For the shop’s books alone: no page of the shop shows these numbers, and the activity keeps their ends only."
    >
      <form {...attributes} className="grid gap-5">
        <HiddenFields values={{ intent: PAPERS }} />
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <TextField
            {...number}
            {...field('pan')}
            required={false}
            optional
            label="PAN"
            hint="Ten letters and digits."
          />
          <TextField
            {...number}
            {...field('pehchan')}
            required={false}
            optional
            label="Artisan card (Pehchan)"
            hint="The number on the card."
          />
          <SelectField
            {...gstStatus}
            required={false}
            label="GST"
            className="sm:self-end"
            onChange={(event) => {
              onChange()
              setStatus(statusOf(event.target.value) ?? 'unregistered')
            }}
          >
            {gstStatuses.map((one) => (
              <option key={one} value={one}>
                {statusWords[one]}
              </option>
            ))}
          </SelectField>
          <TextField
            {...number}
            {...field('gstNumber')}
            required={status !== 'unregistered'}
            optional={status === 'unregistered'}
            label={status === 'registered' ? 'GSTIN' : 'Enrolment number'}
            hint={status === 'unregistered' ? 'Who is not registered has none.' : '15 letters and digits.'}
          />
        </div>
        <Refusal message={message} />
        <Button type="submit" busy={busy} busyLabel="Saving" className="justify-self-start max-sm:w-full sm:min-w-56">
          Save papers
        </Button>
      </form>
    </RecordPart>
  )
}

const number = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false, maxLength: 60 } as const
