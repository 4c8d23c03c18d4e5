import { messagesOf } from '#shared/app-error.ts'
import type { authEn } from './auth.words.en.ts'

export const { appError, finding, message } = messagesOf<typeof authEn>()
