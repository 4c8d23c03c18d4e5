import { messagesOf } from '#shared/app-error.ts'
import type { kernelEn } from './kernel.words.en.ts'

export const { appError, message } = messagesOf<typeof kernelEn>()
