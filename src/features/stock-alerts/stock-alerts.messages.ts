import { messagesOf } from '#shared/app-error.ts'
import type { stockAlertsEn } from './stock-alerts.words.en.ts'

export const { message } = messagesOf<typeof stockAlertsEn>()
