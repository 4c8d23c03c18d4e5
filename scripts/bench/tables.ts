import { withDecimals } from '#shared/numbers.ts'
import { table } from '../figures.ts'
import type { Check } from './goals.ts'
import type { Result } from './turns.ts'

const whole = (value: number | undefined) => (value === undefined ? '-' : Math.round(value).toLocaleString('en-GB'))
const ms = (value: number | undefined) => (value === undefined ? '-' : withDecimals(value, value < 10 ? 2 : 0))
const fine = (value: number | undefined) => (value === undefined ? '-' : withDecimals(value, 3))

/** Ours, what ran beside it, and the limit. */
export const resultsTable = (title: string, results: readonly Result[]) =>
  table(
    [
      ...[title, 'a second', 'p50 ms', 'p95 ms', 'p99 ms', 'CPU ms', 'share'],
      ...['beside a second', 'p99 ms', 'CPU ms', 'share', 'limit a second', 'p50 ms', 'p99 ms'],
    ],
    results.map(({ name, own, beside, limit }) => [
      ...[name, whole(own.perSecond), ms(own.p50Ms), ms(own.p95Ms), ms(own.p99Ms), fine(own.cpuMs), fine(own.share)],
      ...[whole(beside?.perSecond), ms(beside?.p99Ms), fine(beside?.cpuMs), fine(beside?.share)],
      ...[whole(limit?.perSecond), ms(limit?.p50Ms), ms(limit?.p99Ms)],
    ]),
  )

export const checksTable = (checks: readonly Check[]) =>
  table(
    ['figure', 'products', 'measured', 'beside', 'to reach', 'reached'],
    checks.map(({ what, size, measured, beside = '-', wanted, reached }) => [
      ...[what, whole(size), measured, beside, wanted, reached ? 'yes' : 'NO'],
    ]),
  )
