import { messagesOf } from '#shared/app-error.ts'
import type { importEn } from './import.words.en.ts'
import type { productsEn } from './products.words.en.ts'

export const { appError, finding, message } = messagesOf<typeof productsEn & typeof importEn>()
