import { withDecimals } from '#shared/numbers.ts'
import { median } from '../figures.ts'
import type { Row } from './rows.ts'
import type { Result } from './turns.ts'

/** A row's goal: the least or the most that one of its figures may be. */
export interface Goal {
  figure: keyof typeof units
  least?: number
  most?: number
}

/** How figures with goals are written: unit and decimals. */
const units = {
  share: [' of the limit', 2],
  shareOfP99: [" × the limit's", 2],
  perSecond: ['/s', 0],
  cpuMs: [' ms', 2],
  p95Ms: [' ms', 0],
  memoryMb: [' MB', 0],
  failed: ['', 0],
  refused: ['', 0],
  lost: ['', 0],
} as const

export const atLeast = (figure: Goal['figure'], least: number): Goal => ({ figure, least })
export const atMost = (figure: Goal['figure'], most: number): Goal => ({ figure, most })
export const noneFailed = atMost('failed', 0)

export interface Check {
  what: string
  size: number
  measured: string
  /** Of another working copy in the same run. */
  beside?: string
  wanted: string
  reached: boolean
}

export interface SizeReport {
  size: number
  facts: string
  results: Result[]
  processes: Processes
  /** Of another working copy's shop. */
  beside?: Processes
  statements: Record<string, number>
}

export interface Processes {
  startMs: number
  idleMb: number
  loadedMb: number
}

/** Holds each goal of a row against its figure; empty where there was no limit. */
export const judge = ({ name, goals }: Row, size: number, { own, beside }: Result): Check[] =>
  goals.flatMap(({ figure, least, most = Number.POSITIVE_INFINITY }): Check[] => {
    const [unit, decimals] = units[figure]
    const written = (value: number) => `${withDecimals(value, decimals)}${unit}`
    const [measured, other] = [own[figure], beside?.[figure]]
    if (measured === undefined) return []
    return [
      {
        ...{ what: `${name}: ${figure}`, size, measured: written(measured) },
        ...(other === undefined ? {} : { beside: written(other) }),
        wanted: least === undefined ? `≤ ${written(most)}` : `≥ ${written(least)}`,
        reached: measured >= (least ?? measured) && measured <= most,
      },
    ]
  })

const LARGE = 100_000
const GROWTH = 1.3

/** Start, memory and statements. `isMix`: memory after that load has a goal of its own. */
export function judgeProcesses({ size, processes, beside, statements }: SizeReport, isMix: boolean): Check[] {
  const isLarge = size >= LARGE
  const check = (what: string, most: number, unit: string, value: number, other?: number): Check => ({
    ...{ what, size, measured: `${Math.round(value)}${unit}`, wanted: `≤ ${most}${unit}`, reached: value <= most },
    ...(other === undefined ? {} : { beside: `${Math.round(other)}${unit}` }),
  })
  const { startMs, idleMb, loadedMb } = processes
  return [
    check('start to the first 200', isLarge ? 1000 : 600, ' ms', startMs, beside?.startMs),
    check('memory, idle', isLarge ? 360 : 170, ' MB', idleMb, beside?.idleMb),
    ...(isMix ? [] : [check('memory, after load', isLarge ? 360 : 300, ' MB', loadedMb, beside?.loadedMb)]),
    ...Object.entries(statements).map(([name, count]) =>
      check(`statements: ${name}`, name.endsWith('unchanged') ? 0 : name === 'order' ? 8 : 1, '', count),
    ),
  ]
}

/** CPU time a request with the most products, divided by that with the fewest. */
export function judgeGrowth(rows: readonly Row[], sizes: readonly SizeReport[]): Check[] {
  const [small, large] = [sizes[0], sizes.at(-1)]
  if (!small || !large || small.size === large.size) return []
  return rows.flatMap(({ name, mustNotGrow }) => {
    const [before, after] = [small, large].map(({ results }) => results.find((result) => result.name === name))
    if (!mustNotGrow || !before || !after) return []
    const growth = after.own.cpuMs / before.own.cpuMs
    const measured = `${withDecimals(growth, 2)} ×`
    const what = `CPU of ${name}, from ${small.size} products to ${large.size}`
    return { what, size: large.size, measured, wanted: `≤ ${GROWTH} ×`, reached: growth <= GROWTH }
  })
}

export const processesOf = (startsMs: readonly number[], idleMb: number, loadedMb: number): Processes => ({
  ...{ startMs: median(startsMs), idleMb, loadedMb },
})
