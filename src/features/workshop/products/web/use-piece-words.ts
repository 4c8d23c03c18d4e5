import type { Language } from '#shared/languages.ts'
import { useWords } from '#web/words.tsx'
import { piecesEn } from './pieces.words.en.ts'
import { piecesHi } from './pieces.words.hi.ts'

export const usePieceWords = () => useWords({ en: piecesEn, hi: piecesHi })

export const pieceWordsIn = (language: Language) => (language === 'hi' ? piecesHi : piecesEn)
