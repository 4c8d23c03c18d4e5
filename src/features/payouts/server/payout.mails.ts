import { z } from 'zod'
import { mailKind } from '#kernel/mail/mail-kinds.ts'
import type { MailContent } from '#kernel/mail/mail-template.ts'
import { PaiseNumber } from '#shared/rupees-codec.ts'
import { payoutMailsEn } from './payout-mail-words.en.ts'
import { payoutMailsHi } from './payout-mail-words.hi.ts'
import { filesOfStatement } from './statements/statement-files.ts'

export const payoutWords = { en: payoutMailsEn, hi: payoutMailsHi }

const ofPayout = {
  payoutId: z.string(),
  name: z.string(),
  run: z.int(),
  amountPaise: PaiseNumber,
  /** "SBI, ends in 4417"; null: not known. */
  account: z.string().nullable(),
}

/** Sends the statement as PDF and CSV, too, in the mail's language. */
export const payoutSentMail = mailKind(
  'payout sent',
  z.object({ ...ofPayout, madeAt: z.int(), reference: z.string() }),
  async (deps, { payoutId, madeAt, ...payout }, language): Promise<MailContent> => ({
    ...payoutWords[language].sent(deps.config, { ...payout, madeAt: new Date(madeAt) }),
    button: { label: payoutWords[language].seeLedger, to: `${deps.config.publicUrl}/ledger` },
    files: await filesOfStatement(deps, payoutId, language),
  }),
)

export const payoutFailedMail = mailKind(
  'payout failed',
  z.object({ ...ofPayout, reason: z.string() }),
  ({ config }, payout, language) => payoutWords[language].failed(config, payout),
)

/** Asks a producer with money due for an account. */
export const accountMissingMail = mailKind(
  'payout account missing',
  z.object({ name: z.string(), amountPaise: PaiseNumber }),
  ({ config }, unpaid, language) => payoutWords[language].accountMissing(config, unpaid),
)

/** Tells of a changed account without the old or new number. */
export const accountChangedMail = mailKind(
  'payout account changed',
  z.object({ at: z.int() }),
  ({ config }, { at }, language) => payoutWords[language].accountChanged(config, new Date(at)),
)

export const payoutMails = [payoutSentMail, payoutFailedMail, accountMissingMail, accountChangedMail]
