/** Devanagari consonants as people write them in Latin letters; aspirates as two letters. Those with a dot below are made of two signs. */
const consonants: Record<string, string> = {
  ...{ क: 'k', ख: 'kh', ग: 'g', घ: 'gh', ङ: 'n', च: 'ch', छ: 'chh', ज: 'j', झ: 'jh', ञ: 'n', ट: 't', ठ: 'th', ड: 'd' },
  ...{ ढ: 'dh', ण: 'n', त: 't', थ: 'th', द: 'd', ध: 'dh', न: 'n', प: 'p', फ: 'f', ब: 'b', भ: 'bh', म: 'm', य: 'y' },
  ...{ र: 'r', ल: 'l', ळ: 'l', व: 'v', श: 'sh', ष: 'sh', स: 's', ह: 'h' },
}
const vowels: Record<string, string> = {
  ...{ अ: 'a', आ: 'a', इ: 'i', ई: 'i', उ: 'u', ऊ: 'u', ऋ: 'ri', ए: 'e', ऐ: 'ai', ऑ: 'o', ओ: 'o', औ: 'au', ऍ: 'e' },
}
const vowelSigns: Record<string, string> = {
  ...{
    'ा': 'a',
    'ि': 'i',
    'ी': 'i',
    'ु': 'u',
    'ू': 'u',
    'ृ': 'ri',
    'े': 'e',
    'ै': 'ai',
    'ॉ': 'o',
    'ो': 'o',
    'ौ': 'au',
    'ॅ': 'e',
  },
}
const VIRAMA = '्'
const nasals = new Set(['ं', 'ँ'])
const NUKTA = '़'

/** A Devanagari word letter by letter. A consonant without a vowel sign is spoken with a, save at the end of the word. */
function toLatin(word: string) {
  const signs = [...word.normalize('NFD')].filter((sign) => sign !== NUKTA)
  return signs
    .map((sign, at) => {
      const consonant = consonants[sign]
      if (consonant === undefined) return vowels[sign] ?? vowelSigns[sign] ?? (nasals.has(sign) ? 'n' : '')
      const next = signs[at + 1]
      const isBare = next !== undefined && next !== VIRAMA && vowelSigns[next] === undefined
      return isBare ? `${consonant}a` : consonant
    })
    .join('')
}

export const isDevanagari = (word: string) => /\p{Script=Devanagari}/u.test(word)

/**
 * One spelling for a Hindi word, whether it is typed in Devanagari or in Latin letters, which people spell in many ways: kaleen, kalin
 * and कालीन are "kalin". Long and short vowels are alike, doubled letters one, and the a that is written and not spoken goes.
 */
export const hindiKey = (word: string) =>
  (isDevanagari(word) ? toLatin(word) : word)
    .replace(/c(?!h)|q/g, 'k')
    .replace(/w/g, 'v')
    .replace(/z/g, 'j')
    .replace(/x/g, 'ks')
    .replace(/ph/g, 'f')
    .replace(/ee|ii|y$/g, 'i')
    .replace(/ay(?![aeiou])|ai/g, 'e')
    .replace(/oo|uu/g, 'u')
    .replace(/(.)\1+/g, '$1')
    .replace(/(?<=[aeiou][^aeiou]h?)a(?=[^aeiou]h?[aeiou])/g, '')
