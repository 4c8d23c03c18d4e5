import type { Language } from '#shared/languages.ts'

/** What every mail says below its own words. */
export const frameOf: Record<Language, { questions: readonly [before: string, after: string]; unsubscribe: string }> = {
  en: { questions: ['Questions? Write to ', '.'], unsubscribe: 'Unsubscribe' },
  hi: { questions: ['कुछ पूछना है? यहाँ लिखिए: ', '।'], unsubscribe: 'ये मेल बंद करें' },
}
