import { useState } from 'react'
import { indianStates } from '#features/addresses/addresses.rules.ts'
import { usePinPlace } from '#features/addresses/web/use-pin-place.ts'
import { readFields } from '#shared/form-fields.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import type { SendsFrom } from '../producers.contract.ts'
import { type SendsFromField, sendsFromFields, sendsFromProblem } from '../sends-from.rules.ts'
import { RecordPart } from './seller-record-part.tsx'

/** The form's name for the action. */
export const SENDS = 'sends-from'
const SWITCH = 'sends'

/** The typed address; null: the shop sends. */
export const readSendsFrom = (form: FormData) => (form.has(SWITCH) ? readFields(sendsFromFields, form) : null)

/** The address counts only while the switch is on. */
export function SendsFromForm({ start }: { start: SendsFrom | null }) {
  const [isOn, setIsOn] = useState(start !== null)
  const { attributes, form, field, settle, message, busy, retyped } = useForm<SendsFromField>({
    intent: SENDS,
    fields: sendsFromFields,
    ...(start ? { start } : {}),
    judge: (name, typed) => (isOn ? sendsFromProblem(name, typed) : undefined),
  })
  const pin = usePinPlace(form, settle)
  const zipcode = field('zipcode')
  return (
    <RecordPart
      id="sends-title"
      title="Who sends their parcels"
      text="A producer who sends by themselves gets parcels of their own in every order, with labels in their name. The address and the phone number are for labels and couriers; no page of the shop shows them."
    >
      <form {...attributes} className="group grid gap-5">
        <HiddenFields values={{ intent: SENDS }} />
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name={SWITCH}
            defaultChecked={retyped ? SWITCH in retyped : start !== null}
            onChange={(event) => setIsOn(event.target.checked)}
            aria-controls="sends-address"
          />
          They send by themselves
        </label>
        <div
          id="sends-address"
          className="hidden grid-cols-2 gap-x-4 gap-y-5 group-has-[[name=sends]:checked]:grid sm:grid-cols-6"
        >
          <p role="status" className="sr-only">
            {pin.filled}
          </p>
          <TextField
            {...field('street')}
            required={false}
            label="Building and street"
            autoComplete="off"
            className="col-span-full"
          />
          <TextField
            {...zipcode}
            required={false}
            label="PIN code"
            inputMode="numeric"
            autoComplete="off"
            maxLength={14}
            onChange={(event) => {
              zipcode.onChange()
              pin.onZipcode(event.target.value)
            }}
            className="col-span-1 self-end sm:col-span-2"
          />
          <TextField
            {...field('city')}
            required={false}
            label="City or village"
            autoComplete="off"
            className="col-span-1 self-end sm:col-span-4"
          />
          <SelectField
            {...field('state')}
            required={false}
            label="State or union territory"
            hint={pin.elsewhere}
            className="col-span-full sm:col-span-3 sm:self-end"
          >
            <option value="">Choose</option>
            {indianStates.map((state) => (
              <option key={state}>{state}</option>
            ))}
          </SelectField>
          <TextField
            {...field('phone')}
            required={false}
            label="Phone of the sender"
            hint="The courier calls this number to collect parcels."
            type="tel"
            inputMode="tel"
            autoComplete="off"
            prefix="+91"
            maxLength={40}
            className="col-span-full sm:col-span-3 sm:self-end"
          />
        </div>
        <Refusal message={message} />
        <div className="grid justify-items-start gap-3">
          <Button type="submit" busy={busy} busyLabel="Saving" className="max-sm:w-full sm:min-w-56">
            Save sender
          </Button>
          <p className="text-ink-mute text-sm leading-hint">
            Holds for orders from now on. Parcels that are confirmed already keep their sender.
          </p>
        </div>
      </form>
    </RecordPart>
  )
}
