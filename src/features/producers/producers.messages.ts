import { messagesOf } from '#shared/app-error.ts'
import type { producersEn } from './producers.words.en.ts'

export const { appError, finding, message } = messagesOf<typeof producersEn>()
