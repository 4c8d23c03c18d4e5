import { messagesOf } from '#shared/app-error.ts'
import type { newsletterEn } from './newsletter.words.en.ts'

export const { appError, message } = messagesOf<typeof newsletterEn>()
