import { messagesOf } from '#shared/app-error.ts'
import type { addressesEn } from './addresses.words.en.ts'

export const { appError, finding, message } = messagesOf<typeof addressesEn>()
