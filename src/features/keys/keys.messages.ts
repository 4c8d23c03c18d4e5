import { messagesOf } from '#shared/app-error.ts'
import type { keysEn } from './keys.words.en.ts'

export const { appError, finding, message } = messagesOf<typeof keysEn>()
