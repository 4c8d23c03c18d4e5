import { z } from 'zod'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import type { Paise } from '#shared/money.ts'
import type { YesKind } from '../second-yes.states.ts'

/** What the act gets that is carried out with a second yes. */
export interface Asked {
  /** Whoever asked: the act is theirs. */
  who: Principal
  subject: string
  key: string | undefined
  amountPaise: Paise
}

interface Doing<Input> {
  /** Takes the locks of the act, in its own order, before the yes is written. */
  lock: (tx: Tx, subject: string) => Promise<unknown>
  /** Checks everything again and does it. Throws where it is not possible any more. */
  carryOut: (deps: Deps, tx: Tx, input: Input, asked: Asked) => Promise<unknown>
  /** Frees what it held. */
  letGo?: (tx: Tx, subject: string, at: Date) => Promise<unknown>
}

export interface AskedAct extends Omit<Doing<unknown>, 'carryOut'> {
  carryOut: (deps: Deps, tx: Tx, stored: string, asked: Asked) => Promise<unknown>
}

/** An act as the list of what waits keeps it: what the API took, read again when it is carried out. */
export const askedAct = <Shape extends z.ZodType>(
  shape: Shape,
  { carryOut, ...rest }: Doing<z.output<Shape>>,
): AskedAct => ({
  ...rest,
  carryOut: (deps, tx, stored, asked) => carryOut(deps, tx, z.decode(shape, JSON.parse(stored)), asked),
})

/** What features above give: how each kind of act is done. */
export interface ActsWithYes {
  agreedRefund: AskedAct
  agreedCorrection: AskedAct
  agreedCommunityPayout: AskedAct
  agreedRun: AskedAct
}

declare module '#kernel/deps.ts' {
  interface Deps extends ActsWithYes {}
}

const gifts = {
  refund: 'agreedRefund',
  correction: 'agreedCorrection',
  'community payout': 'agreedCommunityPayout',
  'payout run': 'agreedRun',
} as const satisfies Record<YesKind, keyof ActsWithYes>

export const actOf = (deps: Deps, kind: YesKind): AskedAct => deps[gifts[kind]]
