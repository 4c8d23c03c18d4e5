import { AppError } from '#shared/app-error.ts'

/** What a page finds wrong with a field of its form, in words. */
export const refuseField = (field: string, sentence: string) =>
  new AppError('BAD_INPUT', 400, sentence, { fields: { [field]: sentence } })
