import { useState } from 'react'
import { useForm } from '#web/hooks/use-form.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmailField, ErrorSummary, SelectField, TextField } from '#web/ui/field.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { addressFields, fieldProblem, type TypedAddress } from '../address-form.rules.ts'
import { indianStates, isIndia, shipsTo } from '../addresses.rules.ts'
import { addressesEn } from '../addresses.words.en.ts'
import { usePinPlace } from './use-pin-place.ts'

const whole = 'col-span-full'
const half = 'col-span-1 self-end sm:col-span-3'
const wideHalf = 'col-span-full sm:col-span-3 sm:self-end'

interface AddressFormProps {
  /** Where Cancel leads. */
  back: string
  start: TypedAddress
  isDefault: boolean
}

/** A new address, or a saved one that is changed. */
export function AddressForm({ back, start, isDefault }: AddressFormProps) {
  const { shipTo } = useSettings()
  const form = useForm({ fields: addressFields, start, judge: fieldProblem, hasSummary: true })
  const { field, summary, message, busy, retyped } = form
  const pin = usePinPlace(form.form, form.settle)
  const [country, setCountry] = useState(retyped?.country ?? start.country)
  const india = isIndia(country)
  const zipcode = field('zipcode')

  return (
    <>
      <ErrorSummary {...summary} />
      <p role="status" className="sr-only">
        {pin.filled}
      </p>
      <form {...form.attributes} className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-6">
        <TextField {...field('firstName')} label="First name" autoComplete="given-name" className={half} />
        <TextField {...field('lastName')} label="Last name" autoComplete="family-name" className={half} />
        <EmailField {...field('email')} hint="We send the order confirmation here." className={whole} />
        <TextField
          {...field('street')}
          label="Flat, building and street"
          autoComplete="address-line1"
          className={whole}
        />
        <TextField
          {...zipcode}
          label="PIN code"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={14}
          onChange={(event) => {
            zipcode.onChange()
            if (india) pin.onZipcode(event.target.value)
          }}
          className="col-span-1 self-end sm:col-span-2"
        />
        <TextField
          {...field('city')}
          label="City"
          autoComplete="address-level2"
          className="col-span-1 self-end sm:col-span-4"
        />
        {india ? (
          <SelectField
            {...field('state')}
            label="State or union territory"
            hint={pin.elsewhere}
            autoComplete="address-level1"
            className={wideHalf}
          >
            <option value="">Choose</option>
            {indianStates.map((state) => (
              <option key={state}>{state}</option>
            ))}
          </SelectField>
        ) : (
          <TextField {...field('state')} label="State or region" autoComplete="address-level1" className={wideHalf} />
        )}
        <TextField
          {...field('country')}
          label="Country"
          autoComplete="country-name"
          hint={
            country.trim() === '' || shipsTo(country, shipTo)
              ? undefined
              : `${addressesEn.NOT_SHIPPED_TO({ country })}.`
          }
          onChange={(event) => setCountry(event.target.value)}
          className={wideHalf}
        />
        <TextField
          {...field('phone')}
          label="Mobile number"
          type={india ? 'text' : 'tel'}
          inputMode="tel"
          hint="The courier calls this number before delivery."
          autoComplete={india ? 'tel-national' : 'tel'}
          maxLength={40}
          prefix={india ? '+91' : undefined}
          className="col-span-full sm:col-span-4"
        />
        <label className="col-span-full flex min-h-11 items-center gap-3">
          <input type="checkbox" name="isDefault" defaultChecked={retyped ? 'isDefault' in retyped : isDefault} />
          Make this my default address
        </label>
        <Refusal message={message} className="col-span-full" />
        <div className="col-span-full mt-3 flex flex-wrap items-center gap-3">
          <Button type="submit" busy={busy} busyLabel="Saving address">
            Save address
          </Button>
          <ButtonLink to={back} variant="quiet">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </>
  )
}
