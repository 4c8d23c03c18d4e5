import { withDecimals } from '#shared/numbers.ts'
import { median, table } from '../figures.ts'
import type { Check } from './checks.ts'
import type { Processes, SizeReport } from './run-size.ts'
import type { Result } from './turns.ts'

const whole = (value: number | undefined) => (value === undefined ? '-' : Math.round(value).toLocaleString('en-GB'))
const ms = (value: number | undefined) => (value === undefined ? '-' : withDecimals(value, value < 10 ? 2 : 0))
const fine = (value: number | undefined) => (value === undefined ? '-' : withDecimals(value, 3))

const HEAD = ['a second', 'p50 ms', 'p95 ms', 'p99 ms', 'CPU ms']
const BESIDE = ['beside a second', 'p50 ms', 'p99 ms', 'CPU ms']
const LIMIT = ['limit a second', 'p50 ms', 'p99 ms', 'CPU ms', 'share']

/** Ours, what ran beside it, and the limit. */
export function resultsTable(title: string, results: readonly Result[]) {
  const hasBeside = results.some(({ beside }) => beside)
  return table(
    [title, ...HEAD, ...(hasBeside ? BESIDE : []), ...LIMIT],
    results.map(({ name, own, beside, limit }) => [
      ...[name, whole(own.perSecond), ms(own.p50Ms), ms(own.p95Ms), ms(own.p99Ms), fine(own.cpuMs)],
      ...(hasBeside ? [whole(beside?.perSecond), ms(beside?.p50Ms), ms(beside?.p99Ms), fine(beside?.cpuMs)] : []),
      ...[whole(limit?.perSecond), ms(limit?.p50Ms), ms(limit?.p99Ms), fine(limit?.cpuMs), fine(own.share)],
    ]),
  )
}

/** What the processes of another working copy's shop did, in a column of its own. */
const withBeside = (sizes: readonly SizeReport[], cell: (processes: Processes) => string) =>
  sizes.flatMap(({ processes, beside }) => [cell(processes), ...(beside ? [cell(beside)] : [])])

/** Start, memory and statements, a column for each number of products. */
export function processTable(sizes: readonly SizeReport[]) {
  const names = Object.keys(sizes[0]?.statements ?? {})
  return table(
    ['', ...sizes.flatMap(({ size, beside }) => [`${whole(size)} products`, ...(beside ? ['beside'] : [])])],
    [
      ['start to the first 200, ms', ...withBeside(sizes, ({ startsMs }) => whole(median(startsMs)))],
      ['memory idle, MB', ...withBeside(sizes, ({ idleMb }) => whole(idleMb))],
      ['memory after load, MB', ...withBeside(sizes, ({ loadedMb }) => whole(loadedMb))],
      ...names.map((name) => [
        `statements: ${name}`,
        ...sizes.flatMap(({ statements, beside }) => [String(statements[name] ?? '-'), ...(beside ? ['-'] : [])]),
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
