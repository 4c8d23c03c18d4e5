import { plainDigits } from './digits.ts'

const yes = ['yes', 'y', 'true', '1', 'ja', 'j', 'wahr', 'oui', 'vrai', 'हाँ', 'हां', 'सत्य']
const no = ['no', 'n', 'false', '0', 'nein', 'falsch', 'non', 'faux', 'नहीं', 'नही', 'असत्य']
const answers = new Map([...yes.map((word) => [word, true] as const), ...no.map((word) => [word, false] as const)])

/** As people and spreadsheets of India, the US, Germany and France write it; undefined for anything else. */
export const readYesNo = (typed: string) => answers.get(plainDigits(typed.normalize('NFC')).trim().toLowerCase())
