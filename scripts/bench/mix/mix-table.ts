import { withDecimals } from '#shared/numbers.ts'
import { table } from '../../figures.ts'
import { ms, whole } from '../tables.ts'
import type { RowResult } from './take-turns.ts'

const HEAD = ['', 'a second', 'p50 ms', 'p95 ms', 'p99 ms', 'CPU ms']
const BESIDE = ['beside a second', 'p50 ms', 'p95 ms', 'CPU ms']
const LIMIT = ['limit a second', 'p50 ms', 'CPU ms', 'share']

/** Ours, what ran beside it, and the limit. */
export function mixTable(results: readonly RowResult[]) {
  const hasBeside = results.some(({ beside }) => beside)
  return table(
    [...HEAD, ...(hasBeside ? BESIDE : []), ...LIMIT],
    results.map(({ name, own, beside, limit }) => [
      ...[name, whole(own.perSecond), ms(own.p50Ms), ms(own.p95Ms), ms(own.p99Ms), ms(own.cpuMs)],
      ...(hasBeside ? [whole(beside?.perSecond), ms(beside?.p50Ms), ms(beside?.p95Ms), ms(beside?.cpuMs)] : []),
      ...[whole(limit?.perSecond), ms(limit?.p50Ms), ms(limit?.cpuMs)],
      own.share === undefined ? '-' : withDecimals(own.share, 3),
    ]),
  )
}
