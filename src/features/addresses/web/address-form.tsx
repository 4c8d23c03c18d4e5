import { type SubmitEvent, useRef, useState } from 'react'
import { toast } from 'react-hot-toast'
import { useNavigate } from 'react-router'
import { useLogin } from '#features/auth/web/login-context.tsx'
import { AppError } from '#shared/app-error.ts'
import { readFields } from '#shared/form-fields.ts'
import { call, messageOf } from '#web/call.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { useJudgedFields } from '#web/hooks/use-judged-fields.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorSummary, SelectField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import {
  type AddressProblems,
  addressFields,
  addressProblems,
  fieldProblem,
  type TypedAddress,
} from '../address-form.rules.ts'
import type { addAddress, changeAddress } from '../addresses.contract.ts'
import { doNotShipTo, indianStates, isIndia, shipsTo } from '../addresses.rules.ts'

const half = 'col-span-1 self-end sm:col-span-3'
const wideHalf = 'col-span-full sm:col-span-3 sm:self-end'

export interface AddressAnswer {
  message: string
  fields: AddressProblems
  typed: TypedAddress
  isDefault: boolean
}

interface AddressFormProps {
  /** The address that is changed; without it a new one is saved. */
  id: string | undefined
  /** Where one goes afterwards. */
  back: string
  start: TypedAddress
  isDefault: boolean
  /** What the page's action found wrong. */
  answer: AddressAnswer | undefined
}

/** A new address, or a saved one that is changed. A form of its own before JavaScript has loaded. */
export function AddressForm({ id, back, start, isDefault, answer }: AddressFormProps) {
  const hydrated = useHydrated()
  const { shipTo } = useSettings()
  const navigate = useNavigate()
  const { openLogin } = useLogin()
  const form = useRef<HTMLFormElement>(null)
  const { typed, field, refuse, listed } = useJudgedFields({
    form,
    fields: addressFields,
    start,
    found: answer?.fields,
    judge: fieldProblem,
  })
  const [country, setCountry] = useState(start.country)
  const [message, setMessage] = useState(answer?.message)
  const [busy, setBusy] = useState(false)
  const india = isIndia(country)

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    const values = typed()
    const found = addressProblems(values)
    setMessage(undefined)
    refuse(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    const body = { ...values, isDefault: new FormData(form.current ?? undefined).has('isDefault') }
    try {
      const saved = id
        ? await call<typeof changeAddress>('PATCH /api/address/:id', { params: { id }, body })
        : await call<typeof addAddress>('POST /api/address/add', { body })
      toast.success(saved.message)
      // Chosen at checkout from now on; the page's address stays plain.
      await navigate(back, { state: { savedAddress: saved.address._id } })
    } catch (error) {
      if (error instanceof AppError && error.status === 401) openLogin({ after: () => form.current?.requestSubmit() })
      setMessage(messageOf(error))
      toast.error(messageOf(error))
      if (error instanceof AppError) refuse(error.fields ?? {})
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <ErrorSummary fields={listed} />
      <form
        ref={form}
        method="post"
        noValidate={hydrated}
        onSubmit={onSubmit}
        className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-6"
      >
        <TextField
          {...field('firstName')}
          label="First name"
          autoComplete="given-name"
          maxLength={200}
          className={half}
        />
        <TextField
          {...field('lastName')}
          label="Last name"
          autoComplete="family-name"
          maxLength={200}
          className={half}
        />
        <TextField
          {...field('email')}
          label="Email"
          type="email"
          hint="We send the order confirmation here."
          autoComplete="email"
          maxLength={254}
          className="col-span-full"
        />
        <TextField
          {...field('street')}
          label="Flat, building and street"
          autoComplete="street-address"
          maxLength={200}
          className="col-span-full"
        />
        <TextField
          {...field('zipcode')}
          label="PIN code"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={14}
          className="col-span-1 self-end sm:col-span-2"
        />
        <TextField
          {...field('city')}
          label="City"
          autoComplete="address-level2"
          maxLength={200}
          className="col-span-1 self-end sm:col-span-4"
        />
        {india ? (
          <SelectField
            {...field('state')}
            label="State or union territory"
            autoComplete="address-level1"
            className={wideHalf}
          >
            <option value="">Choose</option>
            {indianStates.map((state) => (
              <option key={state}>{state}</option>
            ))}
          </SelectField>
        ) : (
          <TextField
            {...field('state')}
            label="State or region"
            autoComplete="address-level1"
            maxLength={200}
            className={wideHalf}
          />
        )}
        <TextField
          {...field('country')}
          label="Country"
          autoComplete="country-name"
          maxLength={200}
          hint={country.trim() === '' || shipsTo(country, shipTo) ? undefined : `${doNotShipTo(country)}.`}
          onChange={(event) => setCountry(event.target.value)}
          className={wideHalf}
        />
        <TextField
          {...field('phone')}
          label="Mobile number"
          type="tel"
          inputMode="tel"
          hint="The courier calls this number before delivery."
          autoComplete={india ? 'tel-national' : 'tel'}
          maxLength={40}
          prefix={india ? '+91' : undefined}
          className="col-span-full sm:col-span-4"
        />
        <label className="col-span-full flex min-h-11 items-center gap-3">
          <input type="checkbox" name="isDefault" defaultChecked={isDefault} />
          Choose this address first from now on
        </label>
        {message && listed.length === 0 && (
          <Notice tone="bad" role="alert" className="col-span-full">
            {message}
          </Notice>
        )}
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

/** What a sent form holds; a missing field is empty. */
export const readAddress = (form: FormData): TypedAddress => readFields(addressFields, form)
