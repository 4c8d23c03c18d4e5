import { messagesOf } from '#shared/app-error.ts'
import type { shippingEn } from './shipping.words.en.ts'

export const { appError, finding, message } = messagesOf<typeof shippingEn>()
