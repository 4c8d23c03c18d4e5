import { badInput } from '#shared/app-error.ts'
import { indianDay } from '#shared/day.ts'
import type { CallInput } from '#shared/endpoint.ts'
import type { Judge, Typed } from '#shared/form-fields.ts'
import { minus, NO_MONEY, type Paise, readRupees, toRupees } from '#shared/money.ts'
import type { addCommunityPayout, addCorrection } from './ledger.contract.ts'
import { amountKeys } from './ledger.words.ts'

export const communityFields = ['for', 'day', 'amount', 'link'] as const
/** `of` is the maker's id; all but the reason are amounts. */
export const correctionFields = ['reason', 'of', ...amountKeys, 'source'] as const
type CommunityField = (typeof communityFields)[number]
export type CorrectionField = (typeof correctionFields)[number]

const NO_AMOUNT = 'Enter an amount like 1,250.00'

export const communityProblem: Judge<CommunityField> = (field, typed) => {
  const value = typed[field].trim()
  if (field === 'for' && value === '') return 'Enter what it was for'
  if (field === 'day' && !(value !== '' && value <= indianDay(new Date()))) return 'Enter a day that has come'
  if (field === 'amount' && !readRupees(value)) return NO_AMOUNT
  if (field === 'link' && value !== '' && !/^https?:\/\/\S+$/i.test(value))
    return 'Enter a link that begins with https://'
}

/** Throws BAD_INPUT for an amount that cannot be read. */
export function readCommunity(typed: Typed<CommunityField>): CallInput<typeof addCommunityPayout>['body'] {
  const amount = readRupees(typed.amount)
  if (amount === undefined) throw badInput({ amount: NO_AMOUNT })
  return { for: typed.for, day: typed.day, amount: toRupees(amount), link: typed.link }
}

/** May have a minus; an empty field is 0. Undefined: no amount. */
function readSigned(typed: string): Paise | undefined {
  const text = typed.trim()
  if (text === '') return NO_MONEY
  const isBelow = /^[-−]/.test(text)
  const amount = readRupees(isBelow ? text.slice(1) : text)
  return amount === undefined || !isBelow ? amount : minus(NO_MONEY, amount)
}

export const correctionProblem: Judge<CorrectionField> = (field, typed) => {
  if (field === 'reason') return typed.reason.trim() === '' ? 'Enter why' : undefined
  if (field === 'of') return undefined
  if (field === 'source') {
    const sum = amountKeys.reduce((all, key) => all + (readSigned(typed[key]) ?? 0), 0)
    return sum !== 0 && typed.source.trim() === ''
      ? 'The amounts do not add up to 0: say where the money came from, or went to'
      : undefined
  }
  if (readSigned(typed[field]) === undefined) return 'Enter an amount like 12.50 or −12.50'
  const isEmpty = amountKeys.every((key) => readSigned(typed[key]) === NO_MONEY)
  return field === 'maker' && isEmpty ? 'Enter what is to change' : undefined
}

/** Throws BAD_INPUT for an amount that cannot be read. */
export function readCorrection(typed: Typed<CorrectionField>): CallInput<typeof addCorrection>['body'] {
  const amountOf = (key: (typeof amountKeys)[number]) => {
    const amount = readSigned(typed[key])
    if (amount === undefined) throw badInput({ [key]: 'Enter an amount like 12.50 or −12.50' })
    return toRupees(amount)
  }
  const { reason, of, source } = typed
  return {
    ...{ reason, ...(of === '' ? {} : { producer: of }), ...(source.trim() === '' ? {} : { source }) },
    ...{ maker: amountOf('maker'), costs: amountOf('costs'), producerShare: amountOf('producer') },
    ...{ community: amountOf('community'), shop: amountOf('shop'), tax: amountOf('tax') },
  }
}
