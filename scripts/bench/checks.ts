import { withDecimals } from '#shared/numbers.ts'
import { median } from '../figures.ts'
import { measuresOf } from './measures.ts'
import type { Engine } from './options.ts'
import type { SizeReport } from './run-size.ts'

/** A figure, what it should be, and whether it is reached. */
export interface Check {
  what: string
  /** Products in the shop, where there are several sizes of it. */
  size?: number
  measured: string
  /** Of another working copy in the same run. */
  beside?: string
  wanted: string
  reached: boolean
}

const P99_FACTOR = 3
const GROWTH = 1.3
const START_MS = 600
const START_MS_LARGE = 1000
const IDLE_MB = 170
const LOADED_MB = 260
const LOADED_MB_LARGE = 320
const LARGE = 100_000
const STATEMENTS_OF_READS = 1
const STATEMENTS_OF_ORDER = 8

const times = (value: number) => `${withDecimals(value, 2)} ×`

function checksOfResults(engine: Engine, { size, results }: SizeReport): Check[] {
  return measuresOf(engine, size, []).flatMap((measure): Check[] => {
    const result = results.find(({ name }) => name === measure.name)
    if (!result) return []
    const { own, limit } = result
    const { share, perSecond, p99Ms, failed, requests } = own
    const checks: Check[] = []
    const add = (what: string, measured: string, wanted: string, reached: boolean) =>
      checks.push({ what: `${measure.name}${what}`, size, measured, wanted, reached })
    if (measure.share !== undefined && share !== undefined)
      add('', times(share), `≥ ${times(measure.share)} the limit`, share >= measure.share)
    if (measure.perSecond !== undefined)
      add('', `${Math.round(perSecond)}/s`, `≥ ${measure.perSecond}/s`, perSecond >= measure.perSecond)
    if (measure.holdsP99 && limit)
      add(', p99', times(p99Ms / limit.p99Ms), `≤ ${P99_FACTOR} × the limit's`, p99Ms <= P99_FACTOR * limit.p99Ms)
    if (failed > 0) add(', failed', `${failed} of ${requests}`, 'none', false)
    return checks
  })
}

function checksOfProcess({ size, processes, stock, statements }: SizeReport): Check[] {
  const { startsMs, idleMb, loadedMb } = processes
  const isLarge = size >= LARGE
  const atMost = (what: string, value: number, most: number, unit: string): Check => ({
    what,
    size,
    measured: `${Math.round(value)} ${unit}`.trim(),
    wanted: `≤ ${most} ${unit}`.trim(),
    reached: value <= most,
  })
  const reads = Object.entries(statements).filter(([name]) => /^(list|category|detail)/.test(name))
  return [
    atMost('start to the first 200', median(startsMs), isLarge ? START_MS_LARGE : START_MS, 'ms'),
    atMost('memory, idle', idleMb, isLarge ? LOADED_MB_LARGE : IDLE_MB, 'MB'),
    atMost('memory, after load', loadedMb, isLarge ? LOADED_MB_LARGE : LOADED_MB, 'MB'),
    ...reads.map(([name, count]) =>
      atMost(`statements: ${name}`, count, name.endsWith('unchanged') ? 0 : STATEMENTS_OF_READS, ''),
    ),
    atMost('statements: order', statements['order, in its transaction'] ?? Number.NaN, STATEMENTS_OF_ORDER, ''),
    {
      what: 'the last pieces, 16 at a time',
      size,
      measured: `${stock.sold} of ${stock.pieces} sold, ${stock.below} below 0, ${stock.wrong} pieces astray`,
      wanted: `${stock.pieces} sold, none below 0, none astray`,
      reached: stock.sold === stock.pieces && stock.below === 0 && stock.wrong === 0,
    },
  ]
}

/** CPU time per request with the most products, in terms of the fewest. */
function checksOfGrowth(engine: Engine, sizes: readonly SizeReport[]): Check[] {
  const [small, large] = [sizes[0], sizes.at(-1)]
  if (!small || !large || small.size === large.size) return []
  return measuresOf(engine, small.size, [])
    .filter(({ mustNotGrow }) => mustNotGrow)
    .flatMap(({ name }) => {
      const [before, after] = [small, large].map(({ results }) => results.find((result) => result.name === name))
      if (!before || !after) return []
      const growth = after.own.cpuMs / before.own.cpuMs
      const what = `CPU of ${name}, from ${small.size} products to ${large.size}`
      return { what, size: large.size, measured: times(growth), wanted: `≤ ${GROWTH} ×`, reached: growth <= GROWTH }
    })
}

/** Every figure that was set, held against what was measured. */
export const checksOf = (engine: Engine, sizes: readonly SizeReport[]): Check[] => [
  ...sizes.flatMap((size) => [...checksOfResults(engine, size), ...checksOfProcess(size)]),
  ...checksOfGrowth(engine, sizes),
]
