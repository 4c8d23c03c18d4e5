import type { Message, Word } from './messages.ts'
import type { Right } from './rights.ts'

/** What every part of the shop may say. */
export const sharedEn = {
  BAD_INPUT: 'Please check what you entered',
  NOT_LOGGED_IN: 'Please log in to do this',
  NOT_ALLOWED: 'You may not do this',
  NOT_FOR_HELPERS: 'A helper may not do this: only the producer’s own people can',
  ASK_AGAIN: 'Confirm that it is you, then go on',
  SECOND_FACTOR_NEEDED: 'This shop asks for a second factor: set yours up first',
  NO_RIGHT: ({ rights }: { rights: readonly Right[] }) => `For this you need the right ‘${rights.join('’ or ‘')}’`,
  FOREIGN_ORIGIN: 'This request came from another site and was refused',
  NOT_FOUND: ({ what }: { what: Message }, word: Word) => `${word(what)} was not found`,
  THIS_ADDRESS: 'This address',
  THIS_FILE: 'This file',
  TOO_LARGE: 'That is more than we can take in one go',
  WRONG_TYPE: 'Please send JSON (application/json)',
  TOO_MANY: 'Too many tries. Please wait a little and try again',
  TOO_MUCH_AT_ONCE:
    'You have asked for several large things at once. Please wait until one of them is here, then try again',
  BOOKS_WAIT:
    'The date of this machine may be wrong, so ledger, invoices and payouts wait. The office can see why, and say that the date is right',
  OVERLOADED: 'The shop is very busy. Please try again in a moment',
  NOT_READY: 'The shop cannot reach its database just now. Please try again in a moment',
  STOPPING: 'We are restarting. Please try again in a moment',
  CANNOT_SAVE: 'The shop cannot save anything just now. Nothing was changed. Please try again later',
  DATABASE_BUSY: 'Many people did this at the same moment. Nothing was saved; please try again',

  TEXT_MISSING: ({ of }: { of: Message }, word: Word) => `Enter ${word(of)}`,
  TEXT_TOO_LONG: ({ of, max }: { of: Message; max: number }, word: Word) =>
    `Use at most ${max} characters for ${word(of)}`,
  EMAIL_MISSING: 'Enter your email address',
  EMAIL_TOO_LONG: 'That email address is too long',
  NO_EMAIL: 'Enter an email address like name@example.com',
  EMAIL_UNSEEN: 'That email address has characters that cannot be seen. Type it by hand',
  SINCE_CURSOR: '`since` is a cursor that this call has answered, or empty',
  PAGE_NUMBER: 'Pages start at 1',
  DAY_FORM: 'A day is like 2026-11-21',
  UP_TO_100: ({ name }: { name: string }) => `${name} is 1 to 100`,
  TWO_DECIMALS: 'Use at most 2 decimals',
  RUPEES_IN_QUERY: 'Use an amount in rupees',
  IDEMPOTENCY_KEY: 'Idempotency-Key takes 1 to 255 characters: letters, digits and signs',
  SHEET_NAME_TOO_LONG: 'No sheet has such a long name',
  SEARCH_TOO_LONG: ({ max }: { max: number }) => `Search for at most ${max} characters`,

  NO_NUMBER: 'Write a number such as 1250 or 1250.50',
  NUMBER_TOO_LONG: 'This is longer than any number',
  NUMBER_SHORTENED: 'A spreadsheet has shortened this number: write it out',
  NUMBER_MADE_A_DATE: 'A spreadsheet has made a date of this number: write it again',
  /** "1.250" is 1250, or 1.25; three decimals are more than money has. */
  NUMBER_IN_TWO_WAYS({ typed, whole, decimals }: { typed: string; whole: string; decimals: string }) {
    const other = decimals.endsWith('0') ? `${whole}.${decimals.slice(0, 2)}` : 'use at most 2 decimals'
    return `“${typed}” can be read in two ways: write ${whole}${decimals}, or ${other}`
  },
  NO_DAY: 'Write the day as 2026-11-05',
  NO_SUCH_DAY: 'There is no such day',
  DAY_IN_TWO_WAYS: ({ typed, first, second }: { typed: string; first: string; second: string }) =>
    `“${typed}” is ${first} or ${second}: write it so`,
  TEXT_IS_SPREADSHEET_ERROR: 'This is an error of the spreadsheet, not a text. Mend the cell and save the file again',
  TEXT_LOST_LETTERS: 'Letters were lost when this file was saved. Save it as “CSV UTF-8”, or as .xlsx',
  TEXT_HAS_BROKEN_LETTERS:
    'This file was opened in another encoding, and its letters are broken. Open it as UTF-8 and save it again, or use .xlsx',
}
