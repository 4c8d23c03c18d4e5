import { messagesOf } from '#shared/app-error.ts'
import type { teamEn } from './team.words.en.ts'

export const { appError, finding, message } = messagesOf<typeof teamEn>()
