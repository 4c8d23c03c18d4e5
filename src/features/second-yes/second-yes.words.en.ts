import { momentInWords } from '#shared/day.ts'
import type { DecidedState } from './second-yes.states.ts'

interface Decided {
  state: DecidedState
  by: string | null
  at: Date
}

const becameOf: Record<DecidedState, string> = {
  agreed: 'agreed to',
  'sent back': 'sent back',
  'given up': 'given up',
  lapsed: 'not agreed to in time',
}

/** What is said of acts that wait for a second person. */
export const secondYesEn = {
  YES_NOT_FOUND: 'There is nothing of this kind that waits for a second yes',
  OWN_YES: 'You have asked for this, so somebody else with the right money says yes to it. You can send it back',
  YES_DECIDED: ({ state, by, at }: Decided) =>
    `This was ${becameOf[state]} ${by === null ? '' : `by ${by} `}${momentInWords(at)}. Nothing was changed`,
  ASKER_GONE: 'Who asked for this does not have the right money any more, so it is given up. Ask for it anew',
  NOT_AS_ASKED: 'Something has changed since this was asked for, so it is given up. Ask for it anew',

  ASKED_ANEW: 'It was asked for anew.',
  RESTORED_SINCE: 'The shop was restored from a backup.',

  WAITS_FOR_YES: ({ until }: { until: Date }) =>
    `Asked. Somebody else with the right money must say yes until ${momentInWords(until)}; nothing has been done yet`,
  YES_SAID: ({ summary }: { summary: string }) => `Done, with your yes: ${summary}`,
  SENT_BACK: ({ summary }: { summary: string }) => `Sent back: ${summary}`,
  YES_TO: 'Say agreed or sent back',
  WHY_TOO_LONG: ({ max }: { max: number }) => `Say in at most ${max} characters why it is sent back`,
}
