import { messagesOf } from '#shared/app-error.ts'
import type { healthEn } from './health.words.en.ts'

export const { appError, message } = messagesOf<typeof healthEn>()
