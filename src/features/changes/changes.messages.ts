import { messagesOf } from '#shared/app-error.ts'
import type { changesEn } from './changes.words.en.ts'

export const { appError, finding, message } = messagesOf<typeof changesEn>()
