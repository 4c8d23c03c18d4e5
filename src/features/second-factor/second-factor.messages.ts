import { messagesOf } from '#shared/app-error.ts'
import type { secondFactorEn } from './second-factor.words.en.ts'

export const { appError, finding, message } = messagesOf<typeof secondFactorEn>()
