import { messagesOf } from '#shared/app-error.ts'
import type { cartEn } from './cart.words.en.ts'

export const { appError, finding, message } = messagesOf<typeof cartEn>()
