import { withDecimals } from '#shared/numbers.ts'
import type { Check } from '../checks.ts'
import type { Side } from '../turns.ts'

/** What a row is to reach. */
export interface Goal {
  /** Of what, where the row's name does not say it. */
  what?: string
  of: (side: Side) => number | undefined
  least?: number
  most?: number
  unit: string
  decimals?: number
}

export const shareAtLeast = (least: number, limit: string): Goal => ({
  of: ({ share }) => share,
  least,
  unit: ` of ${limit}`,
  decimals: 2,
})
export const cpuAtMost = (most: number): Goal => ({
  what: 'CPU of shop and database',
  of: ({ cpuMs }) => cpuMs,
  most,
  unit: ' ms',
  decimals: 2,
})
export const p95AtMost = (most: number): Goal => ({
  what: 'p95 of visitors',
  of: ({ p95Ms }) => p95Ms,
  most,
  unit: ' ms',
})
export const memoryAtMost = (most: number): Goal => ({
  what: 'memory',
  of: ({ memoryMb }) => memoryMb,
  most,
  unit: ' MB',
})
export const noneFailed: Goal = { what: 'failed', of: ({ failed }) => failed, most: 0, unit: '' }
export const noneRefused: Goal = { what: '503s', of: ({ refused }) => refused, most: 0, unit: '' }
export const noneLost: Goal = { what: 'lost', of: ({ lost }) => lost, most: 0, unit: '' }

/** Each goal of a row held against what was measured, with what ran beside it. Nothing where there was no limit. */
export function judge(row: string, goals: readonly Goal[], own: Side, beside: Side | undefined): Check[] {
  return goals.flatMap(({ what, of, unit, least, most, decimals = 0 }): Check[] => {
    const measured = of(own)
    if (measured === undefined) return []
    const written = (value: number) => `${withDecimals(value, decimals)}${unit}`
    const other = beside && of(beside)
    return [
      {
        what: what ? `${row}: ${what}` : row,
        measured: written(measured),
        ...(other === undefined ? {} : { beside: written(other) }),
        wanted: [
          ...(least === undefined ? [] : [`≥ ${written(least)}`]),
          ...(most === undefined ? [] : [most === 0 ? 'none' : `≤ ${written(most)}`]),
        ].join(', '),
        reached: measured >= (least ?? measured) && measured <= (most ?? measured),
      },
    ]
  })
}
