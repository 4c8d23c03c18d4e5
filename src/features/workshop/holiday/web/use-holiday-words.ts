import { useWords } from '#web/words.tsx'
import { holidayEn } from './holiday.words.en.ts'
import { holidayHi } from './holiday.words.hi.ts'

export const useHolidayWords = () => useWords({ en: holidayEn, hi: holidayHi })
