import { messagesOf } from '#shared/app-error.ts'
import type { invoicesEn } from './invoices.words.en.ts'

export const { appError, finding } = messagesOf<typeof invoicesEn>()
