import { type AppError, askAgain } from '#shared/app-error.ts'

export const mustProve = ({ code }: Pick<AppError, 'code'>) => code === askAgain.code

/** Where a page of the seller's area sends somebody who has to prove who is there, and then comes back. */
export const proofFor = ({ pathname, search }: URL) =>
  `/seller/account?${new URLSearchParams({ again: pathname + search })}`
