import { mobileProblem, zipcodeProblem } from '#features/addresses/addresses.rules.ts'
import { addressesEn } from '#features/addresses/addresses.words.en.ts'
import type { Typed } from '#shared/form-fields.ts'
import { type Message, wordedBy } from '#shared/messages.ts'

/** The fields in the form's order. */
export const sendsFromFields = ['street', 'zipcode', 'city', 'state', 'phone'] as const
export type SendsFromField = (typeof sendsFromFields)[number]

const missing: Record<SendsFromField, string> = {
  street: 'Enter their street',
  zipcode: 'Enter their PIN code',
  city: 'Enter their city',
  state: 'Choose their state',
  phone: 'Enter their mobile number',
}

const word = wordedBy(addressesEn)
const inWords = (problem: Message | undefined) => problem && word(problem)

/** Parcels are sent within India. */
export function sendsFromProblem(field: SendsFromField, typed: Typed<SendsFromField>) {
  const value = typed[field].trim()
  if (value === '') return missing[field]
  if (field === 'zipcode') return inWords(zipcodeProblem(value))
  return field === 'phone' ? inWords(mobileProblem(value)) : undefined
}

/** The API's `sendsFrom.zipcode` belongs to the field `zipcode`. */
export const sendsFromProblems = (fields: Record<string, string> = {}) =>
  Object.fromEntries(
    sendsFromFields.flatMap((field) => {
      const message = fields[`sendsFrom.${field}`]
      return message ? [[field, message]] : []
    }),
  )
