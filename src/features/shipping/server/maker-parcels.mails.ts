import { z } from 'zod'
import { parcelNotFound } from '#features/orders/parcels/parcels.contract.ts'
import { parcelCode } from '#features/orders/parcels/parcels.states.ts'
import { nothingToPrint } from '#features/orders/parcels/print.contract.ts'
import type { ParcelRow } from '#features/orders/parcels/server/parcel-answer.ts'
import { piecesOfParcels } from '#features/orders/parcels/server/parcel-pieces.ts'
import type { Tx } from '#kernel/db/database.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { type MailDeps, mailKind } from '#kernel/mail/mail-kinds.ts'
import type { MailFile } from '#kernel/mail/mail-template.ts'
import { AppError } from '#shared/app-error.ts'
import { NO_MONEY } from '#shared/money.ts'
import { PaiseNumber } from '#shared/rupees-codec.ts'
import { makerParcelEn } from './maker-parcel-words.en.ts'
import { makerParcelHi } from './maker-parcel-words.hi.ts'
import { printAsPdf } from './print/print-files.ts'

// Producers who send have no login, so mails tell them what to pack and what is cancelled.

const MakerParcel = z.object({
  parcelId: z.string(),
  code: z.string(),
  pieces: z.array(z.string()),
  /** Cash that the courier is to collect. */
  cashPaise: PaiseNumber,
})

const words = { en: makerParcelEn, hi: makerParcelHi }

/** The slip and the label of now; undefined: there is nothing to send. */
async function papersOf(deps: MailDeps, parcelId: string): Promise<MailFile | undefined> {
  try {
    const pdf = await printAsPdf(deps, { what: ['slips', 'labels'], parcels: [parcelId] })
    return { ...pdf, type: 'application/pdf' }
  } catch (error) {
    if (error instanceof AppError && [nothingToPrint.code, parcelNotFound.code].includes(error.code)) return undefined
    throw error
  }
}

/** Tells the producer to send a confirmed parcel, with slip and label; not if it was cancelled meanwhile. */
export const parcelToSendMail = mailKind('parcel to send', MakerParcel, async (deps, parcel, language) => {
  const { storeName } = deps.config
  const papers = await papersOf(deps, parcel.parcelId)
  if (!papers) return words[language].keep(storeName, parcel)
  return { ...words[language].send(storeName, parcel), files: [{ ...papers, name: `${parcel.code}.pdf` }] }
})

export const parcelNotToSendMail = mailKind('parcel not to send', MakerParcel, ({ config }, parcel, language) =>
  words[language].keep(config.storeName, parcel),
)

/** Mails the producers of these parcels to pack them, or not to send them. The seller tells those without e-mail. */
export async function mailMakers(
  tx: Tx,
  order: { number: number },
  parcels: readonly ParcelRow[],
  what: 'send' | 'keep',
  now: Date,
) {
  const theirs = parcels.filter(({ sender }) => sender !== null)
  if (theirs.length === 0) return
  const makers = await tx
    .selectFrom('producers')
    .select(['id', 'email', 'language'])
    .where(
      'id',
      'in',
      theirs.flatMap(({ sender_id }) => sender_id ?? []),
    )
    .execute()
  const kind = what === 'send' ? parcelToSendMail : parcelNotToSendMail
  const pieces = await piecesOfParcels(tx, theirs)
  for (const parcel of theirs) {
    const maker = makers.find(({ id }) => id === parcel.sender_id)
    if (!maker?.email) continue
    const told = {
      parcelId: parcel.id,
      code: parcelCode(order.number, parcel.number),
      pieces: (pieces.get(parcel.id) ?? []).map(({ name, quantity }) => `${quantity} × ${name}`),
      cashPaise: parcel.cash_received_paise > 0 ? NO_MONEY : parcel.cash_paise,
    }
    await queueMail(tx, { to: maker.email }, kind.of(told, maker.language), now)
  }
}

export const makerParcelMails = [parcelToSendMail, parcelNotToSendMail]
