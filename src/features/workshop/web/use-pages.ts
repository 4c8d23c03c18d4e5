import { useWords } from '#web/words.tsx'
import { pagesEn } from './pages.words.en.ts'
import { pagesHi } from './pages.words.hi.ts'

const pages = { en: pagesEn, hi: pagesHi }

/** The words of the workshop's pages, in the language of who reads them. */
export const usePages = () => useWords(pages)
