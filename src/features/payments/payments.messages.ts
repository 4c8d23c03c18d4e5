import { messagesOf } from '#shared/app-error.ts'
import type { paymentsEn } from './payments.words.en.ts'

export const { appError, message } = messagesOf<typeof paymentsEn>()
