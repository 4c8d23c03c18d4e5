import { messagesOf } from '#shared/app-error.ts'
import type { mailsEn } from './mails.words.en.ts'

export const { message } = messagesOf<typeof mailsEn>()
