import { indianDay } from '#shared/day.ts'
import type { MarkKind } from './marks.kinds.ts'

/** The office is asked so many days before a mark ends. */
export const ASKED_DAYS = 30
export const MAX_NUMBER = 60
export const MAX_ISSUER = 120
export const MAX_EVIDENCE_MB = 10

/** A mark as it is stored with its product. Days are Indian ones, 'YYYY-MM-DD'. */
export interface StoredMark {
  kind: MarkKind
  number: string
  issuer: string
  /** Its last day. */
  validUntil: string
  /** Its certificate in the storage; without it nobody but the office sees the mark. */
  evidence?: { key: string; file: string } | undefined
  /** Its last day is over, which the job of the turn of the day notes. */
  ended?: true
}

/** Is it valid on this day? Its last day counts whole. */
export const isValidOn = ({ validUntil }: Pick<StoredMark, 'validUntil'>, day: string) => day <= validUntil

/** What shoppers see on this day. */
export const isShownOn = (mark: StoredMark, day: string) => mark.evidence !== undefined && isValidOn(mark, day)

/** The last of the days on which a mark may end that the office is asked about now. */
export const lastAskedDay = (now: Date) => indianDay(now, ASKED_DAYS)

/** What was sent over what is stored: a mark keeps its evidence by its kind, and what is not named goes. */
export function marksAfter(
  before: readonly StoredMark[],
  said: readonly Pick<StoredMark, 'kind' | 'number' | 'issuer' | 'validUntil'>[],
  today: string,
): StoredMark[] {
  return said.map(({ kind, number, issuer, validUntil }) => {
    const evidence = before.find((mark) => mark.kind === kind)?.evidence
    return {
      ...{ kind, number, issuer, validUntil },
      ...(evidence ? { evidence } : {}),
      ...(isValidOn({ validUntil }, today) ? {} : { ended: true as const }),
    }
  })
}
