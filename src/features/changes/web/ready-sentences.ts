import type { Language } from '#shared/languages.ts'
import type { ChangeKind } from '../changes.states.ts'

export interface ReadySentence {
  /** As its maker reads it. */
  said: Record<Language, string>
  /** What it says, in a word or two, for the office. */
  gloss: string
}

const ofPieces: ReadySentence[] = [
  { said: { en: 'One thing in each photo, please.', hi: 'एक फ़ोटो में एक ही चीज़।' }, gloss: 'One thing a photo' },
  { said: { en: 'The photo is too dark. Take it by day.', hi: 'फ़ोटो अँधेरी है, दिन में लीजिए।' }, gloss: 'Too dark' },
  { said: { en: 'Please write the size.', hi: 'नाप लिख दीजिए।' }, gloss: 'Size is missing' },
  {
    said: { en: 'Let us talk about the price on the phone.', hi: 'दाम पर फ़ोन पर बात करते हैं।' },
    gloss: 'Let us talk about the price',
  },
]

/** What is often said when something is sent back. */
export const readySentences: Record<ChangeKind, readonly ReadySentence[]> = {
  'new piece': [
    {
      said: { en: 'Show the size with a hand beside it.', hi: 'हाथ रखकर नाप दिखाइए।' },
      gloss: 'Show the size',
    },
    ...ofPieces,
  ],
  piece: ofPieces,
  page: [
    {
      said: { en: 'Please take a photo of your face by day.', hi: 'चेहरे की फ़ोटो दिन में लीजिए।' },
      gloss: 'Face is too dark',
    },
    {
      said: { en: 'Please write a little more of your work.', hi: 'अपने काम के बारे में थोड़ा और लिखिए।' },
      gloss: 'Story is too short',
    },
    {
      said: { en: 'Please leave out the phone number.', hi: 'फ़ोन नंबर हटा दीजिए।' },
      gloss: 'Phone number in the story',
    },
  ],
}
