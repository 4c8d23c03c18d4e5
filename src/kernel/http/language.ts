import type { FastifyRequest } from 'fastify'
import { isLanguage, type Language } from '#shared/languages.ts'
import { LANGUAGE_HEADER } from '#shared/locales.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** In which the answer's message is worded. */
    readonly language: Language
  }
}

/** Browsers' Accept-Language decides nothing: pages say which language they are in. */
export function languageOf({ headers, session }: Pick<FastifyRequest, 'headers' | 'session'>): Language {
  const asked = headers[LANGUAGE_HEADER]
  return isLanguage(asked) ? asked : (session?.language ?? 'en')
}
