import { messagesOf } from '#shared/app-error.ts'
import type { ordersEn } from './orders.words.en.ts'

export const { appError, finding, message } = messagesOf<typeof ordersEn>()
