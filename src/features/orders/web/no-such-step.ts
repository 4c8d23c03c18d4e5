import { AppError } from '#shared/app-error.ts'
import { ordersEn } from '../orders.words.en.ts'

/** Refuses a form that the page itself judges, so in words. */
export const noSuchStep = (field: string) =>
  new AppError('BAD_INPUT', 400, ordersEn.NO_SUCH_STEP, { fields: { [field]: ordersEn.NO_SUCH_STEP } })
