import { z } from 'zod'
import { parcelNotFound } from '#features/orders/parcels/parcels.contract.ts'
import { isParcelOff } from '#features/orders/parcels/parcels.states.ts'
import { nothingToPrint } from '#features/orders/parcels/print.contract.ts'
import { printAsPdf } from '#features/shipping/server/print/print-files.ts'
import { type MailDeps, mailKind } from '#kernel/mail/mail-kinds.ts'
import type { MailFile } from '#kernel/mail/mail-template.ts'
import { AppError } from '#shared/app-error.ts'
import type { Language } from '#shared/languages.ts'
import { PaiseNumber } from '#shared/rupees-codec.ts'
import { makerParcelEn } from './maker-parcel-words.en.ts'
import { makerParcelHi } from './maker-parcel-words.hi.ts'

// Mails tell producers who send what to pack and what is cancelled. They name no shopper (docs/decisions/0042).

const MakerParcel = z.object({
  parcelId: z.string(),
  code: z.string(),
  pieces: z.array(z.string()),
  /** Cash that the courier is to collect. */
  cashPaise: PaiseNumber,
  town: z.string().optional(),
  /** True: the reader opens the workshop, where slip and label are. False: the mail brings them. */
  inWorkshop: z.boolean().default(false),
})
export type MakerParcel = z.input<typeof MakerParcel>

const words = { en: makerParcelEn, hi: makerParcelHi }

/** The slip and the label of now; undefined: there is nothing to send. */
async function papersOf(deps: MailDeps, parcelId: string, language: Language): Promise<MailFile | undefined> {
  try {
    const pdf = await printAsPdf(deps, { what: ['slips', 'labels'], parcels: [parcelId], forMaker: { language } })
    return { ...pdf, type: 'application/pdf' }
  } catch (error) {
    if (error instanceof AppError && [nothingToPrint.code, parcelNotFound.code].includes(error.code)) return undefined
    throw error
  }
}

async function isOff({ db }: Pick<MailDeps, 'db'>, parcelId: string) {
  const parcel = await db.selectFrom('parcels').select('status').where('id', '=', parcelId).executeTakeFirst()
  return !parcel || isParcelOff(parcel.status)
}

export const parcelPage = (publicUrl: string, parcelId: string) => `${publicUrl}/workshop/parcels/${parcelId}`

/** Tells the producer to send a confirmed parcel; not if it was cancelled meanwhile. */
export const parcelToSendMail = mailKind(
  'parcel to send',
  MakerParcel,
  async (deps, { inWorkshop, ...parcel }, language) => {
    const { storeName, publicUrl } = deps.config
    const say = words[language]
    if (inWorkshop) {
      if (await isOff(deps, parcel.parcelId)) return say.keep(storeName, parcel)
      return {
        ...say.send(storeName, parcel),
        button: { label: say.openParcel, to: parcelPage(publicUrl, parcel.parcelId) },
      }
    }
    const papers = await papersOf(deps, parcel.parcelId, language)
    if (!papers) return say.keep(storeName, parcel)
    return { ...say.sendWithPapers(storeName, parcel), files: [{ ...papers, name: `${parcel.code}.pdf` }] }
  },
)

export const parcelNotToSendMail = mailKind('parcel not to send', MakerParcel, ({ config }, parcel, language) =>
  words[language].keep(config.storeName, parcel),
)

export const makerParcelMails = [parcelToSendMail, parcelNotToSendMail]
