// Apart from the contract, for pages without zod.

export const yesKinds = ['refund', 'correction', 'community payout', 'payout run'] as const
export type YesKind = (typeof yesKinds)[number]

/** `alone`: it was done without a second person, and counts for a day with what the same person does next. */
export const yesStates = ['waiting', 'agreed', 'sent back', 'given up', 'lapsed', 'alone'] as const
export type YesState = (typeof yesStates)[number]
export type DecidedState = Exclude<YesState, 'waiting' | 'alone'>

interface YesMove {
  from: readonly YesState[]
  /** `other`: never who asked. `anybody`: who asked, too. */
  by: 'other' | 'anybody' | 'shop'
  /** `carried out`: the act is done, in the same transaction. `let go`: what it held is free again. */
  effect: 'carried out' | 'let go'
}

/** Every move, by the state it leads to; server/decide.ts makes them. */
export const yesMoves: Readonly<Record<DecidedState, YesMove>> = {
  agreed: { from: ['waiting'], by: 'other', effect: 'carried out' },
  'sent back': { from: ['waiting'], by: 'anybody', effect: 'let go' },
  'given up': { from: ['waiting'], by: 'shop', effect: 'let go' },
  lapsed: { from: ['waiting'], by: 'shop', effect: 'let go' },
}

export const DAYS_TO_AGREE = 3
/** Of what was decided the list shows the newest. */
export const SHOWN_DECIDED = 20

/** What somebody who looks for it finds. */
export const pageOfYes = ({ kind, subject }: { kind: YesKind; subject: string }) =>
  kind === 'payout run'
    ? `/seller/payouts/run/${subject}`
    : kind === 'refund'
      ? `/seller/orders/${subject}`
      : '/seller/ledger'
