import { messagesOf } from '#shared/app-error.ts'
import type { picturesEn } from './pictures.words.en.ts'

export const { appError, message } = messagesOf<typeof picturesEn>()
