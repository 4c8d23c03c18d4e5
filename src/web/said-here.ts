/** What the browser says by itself, when the shop has not answered. */
const english = {
  OFFLINE: 'You seem to be offline. Please check your connection and try again',
  FAILED: 'Something went wrong. Please try again',
  ENDED: 'Your session has ended. Log in to go on.',
  NOT_SAVED: 'Not saved.',
  NOT_SAVED_ENDED: 'Not saved. Your session has ended.',
  NOT_READ_AGAIN: 'This page could not be refreshed. It shows what was there before.',
}
export type SaidHere = typeof english

const known: Partial<Record<string, SaidHere>> = {}

/** Pages of another language bring their sentences along (said-here.hi.ts), so that English ones need not carry them. */
export function bringSaid(language: string, words: SaidHere) {
  known[language] = words
}

/** For the header by which the shop words its answer in the page's language. */
export const pageLanguage = () => (typeof document === 'undefined' ? 'en' : document.documentElement.lang.slice(0, 2))

/** In the language of the page that is shown; while a page is being made on the server, in the one that is given. */
export const said = (code: keyof SaidHere, language = pageLanguage()) => (known[language] ?? english)[code]
