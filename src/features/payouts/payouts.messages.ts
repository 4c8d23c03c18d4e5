import { messagesOf } from '#shared/app-error.ts'
import type { payoutsEn } from './payouts.words.en.ts'

export const { appError, finding, message } = messagesOf<typeof payoutsEn>()
