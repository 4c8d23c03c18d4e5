import type { Typed } from '#shared/form-fields.ts'
import { type Message, wordedBy } from '#shared/messages.ts'
import { message } from './producers.messages.ts'
import { producersEn } from './producers.words.en.ts'

/** Numbers of a producer that the shop alone sees, in the form's order. */
export const papersFields = ['pan', 'gstStatus', 'gstNumber', 'pehchan'] as const
export type PapersField = (typeof papersFields)[number]

/** Of the GST: none, an enrolment number for who sells below the limit, or a GSTIN. */
export const gstStatuses = ['unregistered', 'enrolled', 'registered'] as const
export type GstStatus = (typeof gstStatuses)[number]

/** As they are written on the paper: no spaces, capital letters. */
export const cleanNumber = (typed: string) => typed.replace(/\s+/g, '').toUpperCase()

const isPan = (text: string) => /^[A-Z]{5}\d{4}[A-Z]$/.test(text)
const isGstin = (text: string) => /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/.test(text)
const isEnrolment = (text: string) => /^[A-Z\d]{15}$/.test(text)
const isPehchan = (text: string) => /^[A-Z\d/-]{4,30}$/.test(text)

/** Looks at their form only; empty ones are not known yet, but who has a GST status has its number. */
export function paperProblem(field: PapersField, typed: Typed<PapersField>): Message | undefined {
  const number = cleanNumber(typed[field])
  if (field === 'pan') return number === '' || isPan(number) ? undefined : message('PAN_FORM')
  if (field === 'pehchan') return number === '' || isPehchan(number) ? undefined : message('PEHCHAN_FORM')
  if (field === 'gstStatus') return undefined
  if (typed.gstStatus === 'registered') return isGstin(number) ? undefined : message('GSTIN_FORM')
  if (typed.gstStatus === 'enrolled') return isEnrolment(number) ? undefined : message('ENROLMENT_FORM')
  return undefined
}

const word = wordedBy(producersEn)

/** The mistake in words, for the shop's people. */
export function paperMistake(field: PapersField, typed: Typed<PapersField>) {
  const problem = paperProblem(field, typed)
  return problem && word(problem)
}

/** The API's `papers.pan` belongs to the field `pan`. */
export const papersProblems = (fields: Record<string, string> = {}) =>
  Object.fromEntries(
    papersFields.flatMap((field) => {
      const found = fields[`papers.${field}`]
      return found ? [[field, found]] : []
    }),
  )
