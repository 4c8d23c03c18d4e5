import type { SameWords } from '#shared/languages.ts'
import type { untoldEn } from './untold-words.en.ts'

export const untoldHi: SameWords<typeof untoldEn> = {
  look: (store, url) => `${store}: अपनी वर्कशॉप देखिए, वहाँ कुछ काम बाक़ी है: ${url}`,
}
