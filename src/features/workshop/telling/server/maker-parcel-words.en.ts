import type { MailWords } from '#kernel/mail/mail-template.ts'
import { formatRupees, type Paise } from '#shared/money.ts'

export interface ToldParcel {
  code: string
  pieces: readonly string[]
  cashPaise: Paise
  /** Undefined in a mail that an older version of the shop has kept. */
  town?: string | undefined
}

const why = (storeName: string) => `You get this mail because you send what you make for ${storeName} by yourself.`

const cashOf = ({ cashPaise }: ToldParcel) =>
  cashPaise > 0
    ? `The courier collects ${formatRupees(cashPaise)} in cash at the door.`
    : 'It is paid: the courier collects nothing.'

const content = (parcel: ToldParcel) => [
  { title: `Parcel ${parcel.code}`, lines: parcel.pieces },
  ...(parcel.town === undefined ? [] : [{ text: `It goes to ${parcel.town}.` }]),
  { text: cashOf(parcel) },
]

export const makerParcelEn = {
  openParcel: 'Open the parcel',
  /** To somebody who opens the workshop: address, slip and label are there. */
  send: (storeName: string, parcel: ToldParcel): MailWords => ({
    subject: `${storeName}: please send parcel ${parcel.code}`,
    heading: 'You have a parcel to send.',
    text: 'Please pack it, and say so in the workshop. Then it shows you the address, with slip and label to print.',
    blocks: content(parcel),
    why: why(storeName),
  }),
  /** To a producer with nobody in the workshop: slip and label are in the mail. */
  sendWithPapers: (storeName: string, parcel: ToldParcel): MailWords => ({
    subject: `${storeName}: please send parcel ${parcel.code}`,
    heading: 'You have a parcel to send.',
    text: 'Please print the attached pages. The slip goes into the parcel, the label onto it.',
    blocks: [
      ...content(parcel),
      { note: 'When the courier has it, answer this mail with the name of the courier and the tracking number.' },
    ],
    why: why(storeName),
  }),
  keep: (storeName: string, { code, pieces }: ToldParcel): MailWords => ({
    subject: `${storeName}: do not send parcel ${code}`,
    heading: `Parcel ${code} is cancelled.`,
    text: 'Please do not send it. If the courier has it already, answer this mail, and we look after it.',
    blocks: [{ title: 'What was in it', lines: pieces }],
    why: why(storeName),
  }),
}
