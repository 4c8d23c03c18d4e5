import { messagesOf } from '#shared/app-error.ts'
import type { pricesEn } from './prices.words.en.ts'

export const { appError, finding, message } = messagesOf<typeof pricesEn>()
