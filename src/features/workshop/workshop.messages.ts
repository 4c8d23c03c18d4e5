import { messagesOf } from '#shared/app-error.ts'
import type { workshopEn } from './workshop.words.en.ts'

export const { appError, finding, message } = messagesOf<typeof workshopEn>()
