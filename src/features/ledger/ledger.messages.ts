import { messagesOf } from '#shared/app-error.ts'
import type { ledgerEn } from './ledger.words.en.ts'

export const { appError, finding, message } = messagesOf<typeof ledgerEn>()
