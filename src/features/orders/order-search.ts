import { foldText } from '#shared/text.ts'

/** So many digits, typed with spaces or dashes, are taken for a phone number. */
const PHONE_DIGITS = 7
const INDIAN_DIGITS = 10
/** Digits as people write phone numbers: "+91 98450-12345", "(080) 2345 6789". */
const phoneLike = /\+?[\d(][\d\s().-]*\d/g
/** Longer numbers are no order's. */
const MAX_NUMBER_DIGITS = 9

/** A phone number's digits, without what India's numbers may begin with: "+91 98450 12345" and "098450 12345" are the same. */
export function phoneDigits(typed: string) {
  const digits = typed.replace(/\D/g, '')
  return /^(?:0091|91|0)?([1-9]\d{9})$/.exec(digits)?.[1] ?? digits
}

interface SearchedAddress {
  firstName: string
  lastName: string
  email: string
  street: string
  city: string
  zipcode: string
  phone: string
}
interface SearchedLine {
  name: string
  producer_name: string | null
}

/** The words that the seller's search looks in, each once; numbers are looked up apart. */
export function orderSearchText(address: SearchedAddress, lines: readonly SearchedLine[]) {
  const { firstName, lastName, zipcode, phone, email, street, city } = address
  const goods = lines.flatMap(({ name, producer_name }) => [name, producer_name ?? ''])
  const text = foldText([firstName, lastName, zipcode, phoneDigits(phone), email, street, city, ...goods].join(' '))
  return [...new Set(text.split(' '))].join(' ')
}

export interface OrderSearch {
  /** Orders whose text has all words of one of these. */
  words: readonly (readonly string[])[]
  numbers: readonly number[]
}

/** Reads a search: "#1024" and the parcel "H1024-1" name one order, "1024" an order or a part of a text. */
export function readOrderSearch(q: string): OrderSearch | undefined {
  const typed = foldText(q)
  if (typed === '' || typed === '#') return undefined
  const [, sign, number] = /^(#|h(?=\d+-\d+$))?(\d+)(?:-\d+)?$/.exec(typed) ?? []
  const numbers = number !== undefined && number.length <= MAX_NUMBER_DIGITS ? [Number(number)] : []
  if (sign && numbers.length > 0) return { words: [], numbers }
  const asTyped = typed.replace(/^#/, '')
  let isPhone = false
  const asPhone = asTyped.replace(phoneLike, (found) => {
    const digits = phoneDigits(found)
    isPhone ||= digits.length === INDIAN_DIGITS && found !== digits
    return digits.length >= PHONE_DIGITS ? digits : found
  })
  // Other digits may be a house number and a PIN.
  const words = [...new Set(isPhone ? [asPhone] : [asTyped, asPhone])].map((text) => text.split(' ').filter(Boolean))
  return { words, numbers: /^\d+$/.test(asTyped) ? numbers : [] }
}
