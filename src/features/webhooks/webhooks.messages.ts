import { messagesOf } from '#shared/app-error.ts'
import type { webhooksEn } from './webhooks.words.en.ts'

export const { appError, finding, message } = messagesOf<typeof webhooksEn>()
