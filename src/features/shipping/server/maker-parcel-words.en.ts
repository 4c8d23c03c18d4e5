import type { MailWords } from '#kernel/mail/mail-template.ts'
import { formatRupees, type Paise } from '#shared/money.ts'

export interface ToldParcel {
  code: string
  pieces: readonly string[]
  cashPaise: Paise
}

const why = (storeName: string) => `You get this mail because you send what you make for ${storeName} by yourself.`

export const makerParcelEn = {
  send: (storeName: string, { code, pieces, cashPaise }: ToldParcel): MailWords => ({
    subject: `${storeName}: please send parcel ${code}`,
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
