import { messagesOf } from '#shared/app-error.ts'
import type { catalogEn } from './catalog.words.en.ts'

export const { appError, finding, message } = messagesOf<typeof catalogEn>()
