import { formatMoment } from '#shared/day.ts'
import type { Message, Word } from '#shared/messages.ts'
import { formatRupees, type Paise } from '#shared/money.ts'
import type { PayoutState } from './payouts.states.ts'
import { inMakers, inProducers } from './payouts.words.ts'

interface Ended {
  state: PayoutState
  reference: string | null
  reason: string | null
  by: string | null
  at: Date
}

/** What payouts, their accounts and statements say. */
export const payoutsEn = {
  PAYOUT_NOT_FOUND: 'This payout was not found',
  PAYOUT_RUN_NOT_FOUND: 'This payout run was not found',
  STATEMENT_NOT_FOUND: 'There is no payout with this statement',
  NOBODY_TO_PAY: ({ least }: { least: Paise }) =>
    `Nobody can be paid now: no producer with an account has ${formatRupees(least)} or more due`,
  NOTHING_OPEN:
    'Nothing of this run is open: every payout was sent or has failed, and the bank is to pay none of it again',
  PAYOUT_ENDED({ state, reference, reason, by, at }: Ended) {
    const { day, time } = formatMoment(at)
    if (state === 'given up') return `This payout was given up on ${day} at ${time}. Nothing was changed`
    const what = state === 'sent' ? `sent, reference ${reference}` : `failed: ${reason}`
    return `This payout is ${what}. ${by} noted it on ${day} at ${time}. Nothing was changed`
  },
  RUN_WAITS: 'This run waits for a second yes: nothing of it is for the bank yet',
  RUN_GIVEN_UP: ({ run }: { run: number }) =>
    `Run ${run} was given up without a second yes, and its sums are due again. Look at Payouts and make a new one`,
  PAYEE_CHANGED: ({ producer }: { producer: string }) =>
    `The account of ${producer} has changed since this run was made, or the maker was suspended. The run is given up and its sums are due again: make a new one`,
  DUES_CHANGED: ({ producer }: { producer: string }) =>
    `What is due to ${producer} has changed since this run was made: a return is open, or pieces came back. The run is given up and its sums are due again: make a new one`,
  PAYOUT_REFERENCE_USED: 'Another payout to this producer has this reference already. Nothing was changed',
  REFERENCE_OF_LOST_RUN: ({ run }: { run: number }) =>
    `Payout run ${run} was made after the backup that these books were restored from, so it paid something else. Nothing was changed`,
  NOBODY_TO_CALL: 'This account waits for no call any more, or was changed again. Nothing was changed',
  PAYOUTS_LOCKED:
    'This shop was restored from a backup. Nothing is paid out until you have confirmed the last payout of the bank',
  PAYOUTS_NOT_LOCKED: 'Payouts are not locked: there is nothing to confirm',
  UNKNOWN_REFERENCE:
    'No payout in these books has this reference. If the bank did pay it, enter that payout first; then confirm again',
  OLDER_REFERENCE: 'These books have a later payout than this. Look for the last one in the statement of your bank',
  BOOKS_HAVE_PAYOUTS: 'These books have payouts that the bank has made. Enter the reference of the last one',

  PAYOUT_RUN_NUMBER: 'Runs are numbered from 1 on',
  PAYOUT_RUN_KEY_MISSING: 'Send an Idempotency-Key, so that a repeated call pays nobody twice',
  PAYOUT_STATE: 'Choose waiting, open, sent, failed or given up',
  PAYOUT_REFERENCE_MISSING: 'Enter the reference of the transfer',
  WHY_PAYOUT_FAILED: 'why it failed',
  WHO_WAS_CALLED: 'whom you spoke to',
  FOUND_PAYOUT_MISSING: 'Say which payout it was, or to whom and how much',
  FOUND_PAYOUT_AMOUNT: 'Enter what the bank paid, up to 1,00,00,000 rupees',
  NOTHING_MISSING: 'Confirm that every payout in the statement of the bank is in these books',
  ACCOUNT_KIND_MISSING: 'Choose a bank account or a UPI ID',
  ACCOUNT_HOLDER: 'the name of the account holder',
  BANK_NAME: 'the name of the bank',
  ACCOUNT_NUMBER_MISSING: 'Enter the account number',
  ACCOUNT_NUMBER_DIGITS: 'An account number is 6 to 18 digits',
  IFSC_MISSING: 'Enter the IFSC',
  IFSC_SIGNS: 'An IFSC is 11 signs: four letters, a zero and six more, like SBIN0001234',
  UPI_ID_MISSING: 'Enter the UPI ID',
  UPI_ID_TOO_LONG: ({ max }: { max: number }) => `A UPI ID has at most ${max} characters`,
  NO_UPI_ID: 'A UPI ID looks like name@bank',

  PAYOUT_WRONG: ({ problem, run, producer }: { problem: Message; run: number; producer: string }, word: Word) =>
    `${word(problem)} (payout run ${run}, ${producer})`,
  PAYOUT_NOT_ENTERED: 'a payout has no entry',
  PAYOUT_AMOUNT_OTHER: 'the amount of a payout is not that of its entry',
  PAYOUT_PAYEE_OTHER: 'a payout goes to somebody else than its entry says',
  PAYOUT_STATE_OTHER: 'a payout is not in the state that its entries say',
  PAYOUT_BACK_OTHER: 'what came back of a payout is not its amount',
  PAYOUT_ACCOUNT_OTHER: 'a payout goes to another account than when it was entered',
  PAYOUT_ENTERED_EARLY: 'a payout without a second yes is entered',
  PAYOUT_HOLDS_OTHERS: 'a payout holds what is due to somebody else',
  PAYOUT_SUM_OTHER: 'a payout is not the sum of what it holds',
  PAYOUT_HOLDS_EARLY: 'a payout holds what was not due yet',
  PAYOUT_HASH_OTHER: 'the statement of a payout names another hash than the ledger has',
  ENTRY_PAYOUT_GONE: 'its payout is not there any more',
  ENTRY_HOLDER_GONE: 'the payout that holds what it brings is not there any more',
  COMMUNITY_GIVEN_OTHER: 'what a community was given is noted otherwise',

  PAYOUT_RUN_MADE: ({ run, amount, producers }: { run: number; amount: Paise; producers: number }) =>
    `Run ${run}: ${formatRupees(amount)} to ${inProducers(producers)}`,
  PAYOUT_RUN_SENT: ({ makers, reference }: { makers: number; reference: string }) =>
    `Sent to ${inMakers(makers)}, reference ${reference}`,
  PAYOUT_SENT: 'Payout sent',
  PAYOUT_FAILED: 'Payout failed. Its amount is due again, in the next run',
  PAYOUT_FOUND: ({ producer }: { producer: string }) => `Payout to ${producer} entered as sent`,
  PAYOUTS_GO_ON: 'Confirmed. Payouts go on',
  CALL_NOTED: ({ producer }: { producer: string }) => `Call about the account of ${producer} noted`,
  PAYOUT_ACCOUNT_SAVED: ({ producer }: { producer: string }) => `Account of ${producer} saved`,
  PAYOUT_ACCOUNT_REMOVED: ({ producer }: { producer: string }) => `${producer} has no account now`,
}
