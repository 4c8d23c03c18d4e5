import type { Message } from '#shared/messages.ts'
import { plainDigits } from '#shared/reading/digits.ts'
import { message } from './addresses.messages.ts'

/** Digits of any script as 0 to 9, dashes of all kinds as one; without spaces and what nobody sees, which contacts and messages bring along. */
const cleanDigits = (typed: string) =>
  plainDigits(typed)
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+/gu, '')

/** "560 038" -> "560038". */
export const cleanZipcode = cleanDigits

/** "98450 12345" -> "9845012345". A leading 0 or +91 stays as typed. */
export const cleanPhone = (typed: string) => cleanDigits(typed).replace(/\uff0b/g, '+')

const foldCountry = (country: string) => country.trim().toLowerCase()
export const isIndia = (country: string) => foldCountry(country) === 'india'

/** Is this one of the countries that the shop ships to (setting SHIP_TO)? */
export const shipsTo = (country: string, shipTo: readonly string[]) =>
  shipTo.map(foldCountry).includes(foldCountry(country))

/** What is wrong with an Indian PIN code, or undefined. */
export const zipcodeProblem = (zipcode: string) =>
  /^[1-9]\d{5}$/.test(cleanZipcode(zipcode)) ? undefined : message('PIN_CODE_NOT_INDIAN')

/** The ten digits of an Indian number, however it was typed (landlines have ten with their area code); undefined for anything else. */
const indianMobile = (phone: string) => /^(?:\+?91|0)?([1-9]\d{9})$/.exec(cleanPhone(phone).replace(/[()-]/g, ''))?.[1]

/** What is wrong with an Indian mobile number, or undefined. */
export const mobileProblem = (phone: string) => (indianMobile(phone) ? undefined : message('MOBILE_NOT_TEN_DIGITS'))

/** What is wrong with PIN code and phone of an address in India, by field. */
export function indianProblems(address: { zipcode: string; country: string; phone: string }): Record<string, Message> {
  if (!isIndia(address.country)) return {}
  const [zipcode, phone] = [zipcodeProblem(address.zipcode), mobileProblem(address.phone)]
  return { ...(zipcode ? { zipcode } : {}), ...(phone ? { phone } : {}) }
}

/** +91 98450 12345 for Indian numbers, others as they are. */
export function formatPhone(phone: string, country: string) {
  const digits = isIndia(country) ? indianMobile(phone) : undefined
  return digits ? `+91 ${digits.slice(0, 5)} ${digits.slice(5)}` : phone
}

/** For a tel: link. */
export const dialPhone = (phone: string, country: string) => formatPhone(phone, country).replace(/\s/g, '')

export const indianStates = [
  'Andaman and Nicobar Islands',
  'Andhra Pradesh',
  'Arunachal Pradesh',
  'Assam',
  'Bihar',
  'Chandigarh',
  'Chhattisgarh',
  'Dadra and Nagar Haveli and Daman and Diu',
  'Delhi',
  'Goa',
  'Gujarat',
  'Haryana',
  'Himachal Pradesh',
  'Jammu and Kashmir',
  'Jharkhand',
  'Karnataka',
  'Kerala',
  'Ladakh',
  'Lakshadweep',
  'Madhya Pradesh',
  'Maharashtra',
  'Manipur',
  'Meghalaya',
  'Mizoram',
  'Nagaland',
  'Odisha',
  'Puducherry',
  'Punjab',
  'Rajasthan',
  'Sikkim',
  'Tamil Nadu',
  'Telangana',
  'Tripura',
  'Uttar Pradesh',
  'Uttarakhand',
  'West Bengal',
] as const
export type IndianState = (typeof indianStates)[number]
