import { z } from 'zod'
import { mailKind } from '#kernel/mail/mail-kinds.ts'
import { momentInWords } from '#shared/day.ts'
import { checkNames } from '../health.contract.ts'
import { checkTitles } from '../health.titles.ts'

const Troubles = z.object({
  troubles: z.array(z.object({ name: z.enum(checkNames), says: z.string(), since: z.number() })),
})

/** To who has the right `team`. */
export const troubleMail = mailKind('trouble', Troubles, ({ config }, { troubles }) => ({
  subject: `${config.storeName} needs you: ${troubles.map(({ name }) => checkTitles[name]).join(', ')}`,
  heading: 'Something of the shop is not well.',
  blocks: troubles.map(({ name, says, since }) => ({
    title: checkTitles[name],
    lines: [`${says}.`, `Since ${momentInWords(new Date(since))}.`],
  })),
  button: { label: 'See the health of the shop', to: `${config.publicUrl}/seller/health` },
  why: `You get this mail because you look after the team of ${config.storeName}.`,
}))
