import type { SameWords } from '#shared/languages.ts'
import { pagesEn } from '../../web/pages.words.en.ts'
import { titleIn } from '../../web/workshop-page.ts'
import { piecesEn } from './pieces.words.en.ts'
import { piecesHi } from './pieces.words.hi.ts'

/** A page's title in the language of its layout. */
export const pieceTitle = (matches: readonly unknown[], title: (words: SameWords<typeof piecesEn>) => string) =>
  title(titleIn(matches, ({ today }) => today) === pagesEn.today ? piecesEn : piecesHi)
