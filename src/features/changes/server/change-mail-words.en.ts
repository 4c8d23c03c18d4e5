import { withName } from '#kernel/mail/mail-template.ts'
import type { ChangeKind } from '../changes.states.ts'

interface Told {
  storeName: string
  kind: ChangeKind
  person: string
  name: string
}

const why = ({ storeName }: { storeName: string }) =>
  `You get this mail because you sell what you make at ${storeName}.`

/** An account of the shop's own has no name. */
const ofOffice = (by: string) => (by ? `${by} of the office` : 'The office')

/** What a maker hears of a change that they sent. */
export const changeMailsEn = {
  approved: (to: Told) => ({
    subject:
      to.kind === 'new piece'
        ? `${to.storeName}: ${to.name} is on sale`
        : `${to.storeName}: ${to.name} is changed in the shop`,
    heading: withName('Hello', to.person),
    text:
      to.kind === 'new piece'
        ? `Your piece is on sale: ${to.name}.`
        : to.kind === 'piece'
          ? `The office has looked at your change of ${to.name}. It is in the shop now.`
          : 'The office has looked at your page. What you changed is in the shop now.',
    why: why(to),
  }),
  sentBack: (to: Told & { sentence: string; by: string }) => ({
    subject: `${to.storeName}: ${to.name} was sent back`,
    heading: withName('Hello', to.person),
    text:
      to.kind === 'page'
        ? `${ofOffice(to.by)} has sent your page back:`
        : `${ofOffice(to.by)} has sent ${to.name} back:`,
    blocks: [{ text: to.sentence }, { text: 'Change it in your workshop, and send it again.' }],
    why: why(to),
  }),
  openWorkshop: 'Open the workshop',
}
