import { mobileProblem, zipcodeProblem } from '#features/addresses/addresses.rules.ts'
import type { Typed } from '#shared/form-fields.ts'

/** Where a producer who sends by themselves does so from, in the order of the form. */
export const sendsFromFields = ['street', 'zipcode', 'city', 'state', 'phone'] as const
export type SendsFromField = (typeof sendsFromFields)[number]

const missing: Record<SendsFromField, string> = {
  street: 'Enter their street',
  zipcode: 'Enter their PIN code',
  city: 'Enter their city',
  state: 'Choose their state',
  phone: 'Enter their mobile number',
}

/** What is wrong with one field, or undefined. Parcels are sent within India. */
export function sendsFromProblem(field: SendsFromField, typed: Typed<SendsFromField>) {
  const value = typed[field].trim()
  if (value === '') return missing[field]
  if (field === 'zipcode') return zipcodeProblem(value)
  return field === 'phone' ? mobileProblem(value) : undefined
}

/** What the API says of `sendsFrom.zipcode` belongs to the field `zipcode`. */
export const sendsFromProblems = (fields: Record<string, string> = {}) =>
  Object.fromEntries(
    sendsFromFields.flatMap((field) => {
      const message = fields[`sendsFrom.${field}`]
      return message ? [[field, message]] : []
    }),
  )
