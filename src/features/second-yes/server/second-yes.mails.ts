import { z } from 'zod'
import { mailKind } from '#kernel/mail/mail-kinds.ts'
import { formatMoment } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import { PaiseNumber } from '#shared/rupees-codec.ts'

const About = z.object({ summary: z.string(), amountPaise: PaiseNumber })
const momentOf = (time: string) => {
  const { day, time: clock } = formatMoment(new Date(time))
  return `${day}, ${clock}`
}

const why = (storeName: string) => `You get this mail because you have the right money at ${storeName}.`

export const yesAskedMail = mailKind(
  'second yes asked',
  About.extend({ by: z.string(), until: z.string() }),
  ({ config }, { summary, amountPaise, by, until }) => ({
    subject: `${formatRupees(amountPaise)} waits for your yes`,
    heading: 'Something waits for a second yes.',
    text: `${by} asked for this at ${config.storeName}: ${summary}. Nothing is done until somebody else with the right money says yes.`,
    button: { label: 'Look at it', to: `${config.publicUrl}/seller/second-yes` },
    blocks: [{ small: `Without a yes by ${momentOf(until)} it is not done.` }],
    why: why(config.storeName),
  }),
  { isUrgent: true },
)

const became = {
  agreed: { subject: 'It is done', text: 'said yes to what you asked for' },
  'sent back': { subject: 'It was sent back', text: 'sent back what you asked for' },
  'given up': { subject: 'It was given up', text: 'What you asked for was given up' },
  lapsed: { subject: 'Nobody said yes', text: 'Nobody said yes in time to what you asked for' },
} as const

export const yesDecidedMail = mailKind(
  'second yes decided',
  About.extend({
    state: z.enum(['agreed', 'sent back', 'given up', 'lapsed']),
    /** null: the shop by itself. */
    by: z.string().nullable(),
    reason: z.string(),
  }),
  ({ config }, { summary, amountPaise, state, by, reason }) => ({
    subject: `${became[state].subject}: ${formatRupees(amountPaise)}`,
    heading: `${became[state].subject}.`,
    text: `${by === null ? '' : `${by} `}${became[state].text}: ${summary}.`,
    blocks: [
      ...(reason === '' ? [] : [{ note: reason }]),
      ...(state === 'agreed' ? [] : [{ small: 'Nothing was paid and nothing was entered. You can ask for it anew.' }]),
    ],
    button: { label: 'See what was decided', to: `${config.publicUrl}/seller/second-yes` },
    why: why(config.storeName),
  }),
)

export const oneWithMoneyMail = mailKind(
  'one with money',
  z.object({ from: z.string(), by: z.string(), fromPaise: PaiseNumber, aloneFrom: z.string() }),
  ({ config }, { from, by, fromPaise, aloneFrom }) => ({
    subject: `One person alone has the right money at ${config.storeName}`,
    heading: 'One person alone has the right money.',
    text: `${by} took the right money from ${from}. From ${momentOf(aloneFrom)} on one person is enough for ${formatRupees(fromPaise)} and more, without a second yes.`,
    blocks: [
      {
        small: 'If you know nothing of this, give the right to a second person, or ask whoever runs the shop’s server.',
      },
    ],
    button: { label: 'Look at the team', to: `${config.publicUrl}/seller/team` },
    why: `You get this mail because you have or had the right money at ${config.storeName}.`,
  }),
  { isUrgent: true },
)
