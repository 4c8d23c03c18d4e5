import { z } from 'zod'
import { parcelNotFound } from '#features/orders/parcels/parcels.contract.ts'
import { parcelCode } from '#features/orders/parcels/parcels.states.ts'
import { nothingToPrint } from '#features/orders/parcels/print.contract.ts'
import type { ParcelRow } from '#features/orders/parcels/server/parcel-answer.ts'
import { piecesOfParcels } from '#features/orders/parcels/server/parcel-pieces.ts'
import type { Config } from '#kernel/config.ts'
import type { Tx } from '#kernel/db/database.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { type MailDeps, mailKind } from '#kernel/mail/mail-kinds.ts'
import type { MailFile } from '#kernel/mail/mail-template.ts'
import { AppError } from '#shared/app-error.ts'
import { formatRupees, NO_MONEY } from '#shared/money.ts'
import { PaiseNumber } from '#shared/rupees-codec.ts'
import { printAsPdf } from './print/print-files.ts'

// Producers who send have no login, so mails tell them what to pack and what is cancelled.

const MakerParcel = z.object({
  parcelId: z.string(),
  code: z.string(),
  pieces: z.array(z.string()),
  /** Cash that the courier is to collect. */
  cashPaise: PaiseNumber,
})
type MakerParcel = z.output<typeof MakerParcel>

const why = ({ storeName }: Config) => `You get this mail because you send what you make for ${storeName} by yourself.`

const notToSend = ({ config }: Pick<MailDeps, 'config'>, { code, pieces }: MakerParcel) => ({
  subject: `${config.storeName}: do not send parcel ${code}`,
  heading: `Parcel ${code} is cancelled.`,
  text: 'Please do not send it. If the courier has it already, answer this mail, and we look after it.',
  blocks: [{ title: 'What was in it', lines: pieces }],
  why: why(config),
})

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
export const parcelToSendMail = mailKind('parcel to send', MakerParcel, async (deps, parcel) => {
  const { config } = deps
  const { code, cashPaise, pieces } = parcel
  const papers = await papersOf(deps, parcel.parcelId)
  if (!papers) return notToSend(deps, parcel)
  return {
    subject: `${config.storeName}: please send parcel ${code}`,
    heading: 'You have a parcel to send.',
    text: 'Please print the attached pages. The slip goes into the parcel, the label onto it.',
    blocks: [
      { title: `Parcel ${code}`, lines: pieces },
      {
        text:
          cashPaise > 0
            ? `The courier collects ${formatRupees(cashPaise)} in cash at the door.`
            : 'It is paid: the courier collects nothing.',
      },
      { note: 'When the courier has it, answer this mail with the name of the courier and the tracking number.' },
    ],
    why: why(config),
    files: [{ ...papers, name: `${code}.pdf` }],
  }
})

export const parcelNotToSendMail = mailKind('parcel not to send', MakerParcel, notToSend)

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
    .select(['id', 'email'])
    .where(
      'id',
      'in',
      theirs.flatMap(({ sender_id }) => sender_id ?? []),
    )
    .execute()
  const kind = what === 'send' ? parcelToSendMail : parcelNotToSendMail
  const pieces = await piecesOfParcels(tx, theirs)
  for (const parcel of theirs) {
    const to = makers.find(({ id }) => id === parcel.sender_id)?.email
    if (!to) continue
    const mail = kind.of({
      parcelId: parcel.id,
      code: parcelCode(order.number, parcel.number),
      pieces: (pieces.get(parcel.id) ?? []).map(({ name, quantity }) => `${quantity} × ${name}`),
      cashPaise: parcel.cash_received_paise > 0 ? NO_MONEY : parcel.cash_paise,
    })
    await queueMail(tx, { to }, mail, now)
  }
}

export const makerParcelMails = [parcelToSendMail, parcelNotToSendMail]
