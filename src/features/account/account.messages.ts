import { messagesOf } from '#shared/app-error.ts'
import type { accountEn } from './account.words.en.ts'

export const { appError, message } = messagesOf<typeof accountEn>()
