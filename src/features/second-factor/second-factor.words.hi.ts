import type { SomeWords } from '#shared/languages.ts'
import type { secondFactorEn } from './second-factor.words.en.ts'

/** What makers are answered, who come in with the lock of their phone. */
export const secondFactorHi: SomeWords<typeof secondFactorEn> = {
  PASSKEY_MISSING: 'फ़ोन का लॉक पूरा नहीं आया। फिर से कीजिए।',
}
