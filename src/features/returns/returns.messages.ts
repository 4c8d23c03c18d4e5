import { messagesOf } from '#shared/app-error.ts'
import type { returnsEn } from './returns.words.en.ts'

export const { appError, finding, message } = messagesOf<typeof returnsEn>()
