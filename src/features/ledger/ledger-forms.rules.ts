import { AppError } from '#shared/app-error.ts'
import { indianDay } from '#shared/day.ts'
import type { CallInput } from '#shared/endpoint.ts'
import type { Judge, Typed } from '#shared/form-fields.ts'
import { minus, NO_MONEY, type Paise, readRupees, toRupees } from '#shared/money.ts'
import type { addCommunityPayout, addCorrection } from './ledger.contract.ts'
import { ledgerEn } from './ledger.words.en.ts'
import { amountKeys } from './ledger.words.ts'

export const communityFields = ['for', 'day', 'amount', 'link'] as const
/** `of` is the maker's id; all but the reason are amounts. */
export const correctionFields = ['reason', 'of', ...amountKeys, 'source'] as const
type CommunityField = (typeof communityFields)[number]
export type CorrectionField = (typeof correctionFields)[number]

const NO_AMOUNT = 'Enter an amount like 1,250.00'
const NO_SIGNED_AMOUNT = 'Enter an amount like 12.50 or −12.50'

const wrongAmount = (field: string, sentence: string) =>
  new AppError('BAD_INPUT', 400, sentence, { fields: { [field]: sentence } })

export const communityProblem: Judge<CommunityField> = (field, typed) => {
  const value = typed[field].trim()
  if (field === 'for' && value === '') return 'Enter what it was for'
  if (field === 'day' && !(value !== '' && value <= indianDay(new Date()))) return ledgerEn.COMMUNITY_DAY_TO_COME
  if (field === 'amount' && !readRupees(value)) return NO_AMOUNT
  if (field === 'link' && value !== '' && !/^https?:\/\/\S+$/i.test(value)) return ledgerEn.COMMUNITY_LINK
}

/** Throws BAD_INPUT for an amount that cannot be read. */
export function readCommunity(typed: Typed<CommunityField>): CallInput<typeof addCommunityPayout>['body'] {
  const amount = readRupees(typed.amount)
  if (amount === undefined) throw wrongAmount('amount', NO_AMOUNT)
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
    return sum !== 0 && typed.source.trim() === '' ? ledgerEn.CORRECTION_SOURCE_MISSING : undefined
  }
  if (readSigned(typed[field]) === undefined) return NO_SIGNED_AMOUNT
  const isEmpty = amountKeys.every((key) => readSigned(typed[key]) === NO_MONEY)
  return field === 'maker' && isEmpty ? ledgerEn.CORRECTION_EMPTY : undefined
}

/** Throws BAD_INPUT for an amount that cannot be read. */
export function readCorrection(typed: Typed<CorrectionField>): CallInput<typeof addCorrection>['body'] {
  const amountOf = (key: (typeof amountKeys)[number]) => {
    const amount = readSigned(typed[key])
    if (amount === undefined) throw wrongAmount(key, NO_SIGNED_AMOUNT)
    return toRupees(amount)
  }
  const { reason, of, source } = typed
  return {
    ...{ reason, ...(of === '' ? {} : { producer: of }), ...(source.trim() === '' ? {} : { source }) },
    ...{ maker: amountOf('maker'), costs: amountOf('costs'), producerShare: amountOf('producer') },
    ...{ community: amountOf('community'), shop: amountOf('shop'), tax: amountOf('tax') },
  }
}
