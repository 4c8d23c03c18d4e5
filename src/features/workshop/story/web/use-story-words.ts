import { useWords } from '#web/words.tsx'
import { storyEn } from './story.words.en.ts'
import { storyHi } from './story.words.hi.ts'

const words = { en: storyEn, hi: storyHi }

export const useStoryWords = () => useWords(words)
