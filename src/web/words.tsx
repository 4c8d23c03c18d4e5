import { createContext, useContext } from 'react'
import { useLocation, useMatches } from 'react-router'
import { isLanguage, type Language, languageOfPath, type SameWords } from '#shared/languages.ts'

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

/** The language that a layout's loader has answered as `language`, else the path's. */
export function usePageLanguage(): Language {
  const { pathname } = useLocation()
  const answered = useMatches().map(({ loaderData }) => loaderData)
  return answered.reduce<Language>((known, data) => languageIn(data) ?? known, languageOfPath(pathname))
}

function languageIn(data: unknown) {
  const language = typeof data === 'object' && data !== null && 'language' in data ? data.language : undefined
  return isLanguage(language) ? language : undefined
}
