import { createContext, useContext } from 'react'
import { useMatches } from 'react-router'
import type { Language, SameWords } from '#shared/languages.ts'

/** The page's language: root.tsx gives it. */
export const PageLanguage = createContext<Language>('en')
export const useLanguage = () => useContext(PageLanguage)

/**
 * The words of a page with one address in both languages, such as the workshop's. What English pages show, too, has a context of words instead
 * (`wordsContext`), so that these pages do not carry the Hindi.
 */
export const useWords = <W,>(words: { en: W; hi: SameWords<NoInfer<W>> }): W | SameWords<W> => words[useLanguage()]

/** English words, and other ones for what is below `<Context value={hindi}>`. */
export const wordsContext = <W,>(english: W) => createContext<W | SameWords<W>>(english)

/** As the layout says: its loader answers `language`, or its `handle` has it. */
export const usePageLanguage = () =>
  useMatches().reduce<Language>(
    (known, { loaderData, handle }) => languageIn(handle) ?? languageIn(loaderData) ?? known,
    'en',
  )

function languageIn(data: unknown) {
  const language = typeof data === 'object' && data && 'language' in data && data.language
  return language === 'en' || language === 'hi' ? language : undefined
}
