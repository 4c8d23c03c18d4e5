import type { MetaDescriptor } from 'react-router'
import { type Language, languages, pathIn } from '#shared/languages.ts'
import { localeOf } from '#shared/locales.ts'
import { settingsOf } from './seo.ts'

/** For search engines: where a page, given by its English path, stands in each language. */
export const alternates = (matches: Parameters<typeof settingsOf>[0], path: string): MetaDescriptor[] =>
  [...languages, 'x-default' as const].map((language) => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang: language,
    href: settingsOf(matches).publicUrl + pathIn(language === 'x-default' ? 'en' : language, path),
  }))

/** What previews are told of the page's language. */
export const inLocale = (meta: MetaDescriptor[], language: Language) =>
  meta.map((one) =>
    'property' in one && one.property === 'og:locale'
      ? { ...one, content: localeOf[language].slice(0, 5).replace('-', '_') }
      : one,
  )
