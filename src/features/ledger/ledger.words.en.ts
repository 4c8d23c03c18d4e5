import { formatRupees, type Paise } from '#shared/money.ts'

interface OfLine {
  order: number
  line: number
}
const nameOf = ({ order, line }: OfLine) => `line ${line} of order ${order}`

/** What the ledger says, and the questions of the office about its date and its restores. */
export const ledgerEn = {
  NO_SUCH_MONTH: 'The ledger has no such month',
  MORE_THAN_IS_LEFT: ({ left }: { left: Paise }) =>
    left > 0
      ? `Only ${formatRupees(left)} of the community share is still to give. Nothing was entered`
      : 'Nothing of the community share is still to give. Nothing was entered',

  LEDGER_MONTH: 'Enter a month like 2026-11',
  LEDGER_DAY: 'Enter a day like 2026-11-05',
  LEDGER_FORMAT: 'Choose format 1 or 2',
  LEDGER_AMOUNT_TOO_LARGE: ({ most }: { most: Paise }) => `Enter at most ${formatRupees(most)}`,
  COMMUNITY_FOR: 'what it was for',
  COMMUNITY_DAY_TO_COME: 'Enter a day that has come',
  COMMUNITY_AMOUNT_MISSING: 'Enter an amount above 0',
  COMMUNITY_LINK: 'Enter a link that begins with https://',
  COMMUNITY_LINK_TOO_LONG: ({ max }: { max: number }) => `Use at most ${max} characters for the link`,
  CORRECTION_REASON: 'why',
  CORRECTION_EMPTY: 'Enter what is to change',
  CORRECTION_MAKER_MISSING: 'Choose whose maker’s price or part it is',
  CORRECTION_SOURCE_MISSING: 'The amounts do not add up to 0: say where the money came from, or went to',
  CORRECTION_SOURCE_TOO_LONG: ({ max }: { max: number }) => `Use at most ${max} characters`,

  ENTRY_MISSING: 'it is missing',
  ENTRY_BREAKS_CHAIN: 'it does not name the hash of the entry before',
  ENTRY_HASH_WRONG: 'its hash is not that of its row',
  ENTRY_FORM_OLDER: 'it is of an older form than the entry before',
  ENTRY_OLDER: 'it is older than the entry before',
  ENTRY_COMMITMENT_WRONG: 'what it shows in place of its amounts is not made of them',
  ENTRY_CONSENT_OTHER: 'whether its maker agreed is noted otherwise',
  ENTRY_ORDER_OTHER: 'its order is not the one that it names',
  ENTRY_PAYEE_OTHER: 'what it brings is noted for somebody else',
  ENTRY_DUE_OTHER: 'what it brings is noted otherwise',
  ENTRY_DUE_DAY_OTHER: 'what it brings is due on another day than when it was entered',
  ENTRY_LINE_UNKNOWN: ({ order, line }: OfLine) => `order ${order} has no line ${line}`,
  ENTRY_LINE_PRODUCER: (of: OfLine) => `${nameOf(of)} has another producer`,
  ENTRY_LINE_MARK: (of: OfLine) => `${nameOf(of)} is marked otherwise`,
  ENTRY_LINE_PIECES: ({ pieces, ...of }: OfLine & { pieces: number }) => `${nameOf(of)} has ${pieces} pieces`,
  ENTRY_LINE_AMOUNTS: (of: OfLine) => `its amounts are not those of ${nameOf(of)}`,
  ORDER_ENTERED_OTHERWISE: ({ order, line, kind }: { order: number; line: number | null; kind: string }) =>
    `what ${line === null ? `order ${order}` : nameOf({ order, line })} says of its ${kind} is not what is entered`,
  ORDER_LINES_CHANGED: ({ order }: { order: number }) =>
    `the lines of order ${order} are not what they were when it was placed`,
  ORDER_NOT_ENTERED: ({ order }: { order: number }) => `order ${order} waits to be entered for longer than a day`,
  /** Maker 0: without one. */
  LEDGER_SUMS_WRONG: ({ month, maker }: { month: string; maker: number }) =>
    `the sums of ${month} ${maker === 0 ? 'without a producer' : `of maker ${maker}`} are not those of its entries`,
  LEDGER_MONTH_WRONG: ({ month }: { month: string }) =>
    `the first and last entry of ${month} are not those that are noted`,

  CORRECTION_ENTERED: ({ entry }: { entry: number }) => `Entered as entry ${entry}`,
  COMMUNITY_PAYOUT_ENTERED: ({ amount }: { amount: Paise }) => `${formatRupees(amount)} is entered as given`,
  BOOKS_GO_ON: 'The books go on',
  DATE_CONFIRMED: 'Thank you. Ledger, invoices and payouts go on',
  RESTORE_SEEN: 'The page of the ledger goes on showing them',
}
