import { messagesOf } from '#shared/app-error.ts'
import type { secondYesEn } from './second-yes.words.en.ts'

export const { appError, finding, message } = messagesOf<typeof secondYesEn>()
