import { withDecimals } from '#shared/numbers.ts'
import { median, table } from '../figures.ts'
import type { Check } from './checks.ts'
import type { SizeReport } from './run-size.ts'

export const whole = (value: number | undefined) =>
  value === undefined ? '-' : Math.round(value).toLocaleString('en-GB')
export const ms = (value: number | undefined) => (value === undefined ? '-' : withDecimals(value, value < 10 ? 2 : 0))

/** Ours beside the limit, for one number of products. */
export const resultsTable = ({ size, results }: SizeReport) =>
  table(
    [
      `${whole(size)} products`,
      'a second',
      'p50 ms',
      'p99 ms',
      'CPU ms',
      'limit a second',
      'p50 ms',
      'p99 ms',
      'share',
    ],
    results.map(({ name, perSecond, p50Ms, p99Ms, cpuMsPerRequest, limit, share }) => [
      name,
      whole(perSecond),
      ms(p50Ms),
      ms(p99Ms),
      withDecimals(cpuMsPerRequest, 3),
      whole(limit?.perSecond),
      ms(limit?.p50Ms),
      ms(limit?.p99Ms),
      share === undefined ? '-' : withDecimals(share, 2),
    ]),
  )

/** Start, memory and statements, a column for each number of products. */
export function processTable(sizes: readonly SizeReport[]) {
  const names = Object.keys(sizes[0]?.statements ?? {})
  return table(
    ['', ...sizes.map(({ size }) => `${whole(size)} products`)],
    [
      ['start to the first 200, ms', ...sizes.map(({ startsMs }) => whole(median(startsMs)))],
      ['memory idle, MB', ...sizes.map(({ idleMb }) => whole(idleMb))],
      ['memory after load, MB', ...sizes.map(({ loadedMb }) => whole(loadedMb))],
      ...names.map((name) => [
        `statements: ${name}`,
        ...sizes.map(({ statements }) => String(statements[name] ?? '-')),
      ]),
    ],
  )
}

/** Each figure with what it is to be; of what ran beside it, too. */
export function checksTable(checks: readonly Check[]) {
  const hasSizes = checks.some(({ size }) => size !== undefined)
  const hasBeside = checks.some(({ beside }) => beside !== undefined)
  const line = (what: string, size: string, measured: string, beside: string, wanted: string, reached: string) => [
    what,
    ...(hasSizes ? [size] : []),
    measured,
    ...(hasBeside ? [beside] : []),
    ...[wanted, reached],
  ]
  return table(
    line('figure', 'products', 'measured', 'beside', 'to reach', 'reached'),
    checks.map(({ what, size, measured, beside = '-', wanted, reached }) =>
      line(what, whole(size), measured, beside, wanted, reached ? 'yes' : 'NO'),
    ),
  )
}
