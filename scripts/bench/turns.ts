import { median } from '../figures.ts'
import { type Load, measureLoad } from './load.ts'

/** A part of a turn's length is spent before the first one, so that everything is warm. */
const WARM_UP = 0.25
/** The same visitors come in every run. */
const FIRST_SEED = 15

export interface Figures {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

/** What one turn of a shop showed. */
export interface Turn extends Figures {
  p95Ms: number
  requests: number
  /** Not answered as they should be. */
  failed: number
  /** CPU time of the shop, and of its PostgreSQL where that runs on this machine, for one request. */
  cpuMs: number
  /** Refused with 503, and never answered. */
  refused?: number
  lost?: number
  /** The most memory while it went on. */
  memoryMb?: number
  /** Mails that came of one order. */
  mails?: number
}

/** Keeps a shop busy for so long. */
export async function measureTurn({ cpuMs, ...load }: Load & { cpuMs: () => number }): Promise<Turn> {
  const before = cpuMs()
  const measured = await measureLoad(load)
  return { ...measured, cpuMs: (cpuMs() - before) / measured.requests }
}

/** What all turns of one shop showed, together. */
export interface Side extends Turn {
  /** Of the limit: the median of the turns. */
  share?: number
}

export interface Result {
  name: string
  own: Side
  beside?: Side
  limit?: LimitFigures
}

/** Of a limit that is a page of the shop, what it cost as well. */
export type LimitFigures = Figures & Partial<Pick<Turn, 'cpuMs'>>

const medianOf = (turns: readonly Figures[]): Figures => ({
  perSecond: median(turns.map(({ perSecond }) => perSecond)),
  p50Ms: median(turns.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(turns.map(({ p99Ms }) => p99Ms)),
})

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

function together(turns: readonly Turn[], limits: readonly LimitFigures[]): Side {
  const middle = (of: (turn: Turn) => number) => median(turns.map(of))
  const all = (of: (turn: Turn) => number | undefined) => turns.flatMap((turn) => of(turn) ?? [])
  const [refused, lost] = [all((turn) => turn.refused), all((turn) => turn.lost)]
  const [memories, mails] = [all((turn) => turn.memoryMb), all((turn) => turn.mails)]
  const requests = sum(turns.map((turn) => turn.requests))
  return {
    perSecond: middle((turn) => turn.perSecond),
    p50Ms: middle((turn) => turn.p50Ms),
    p95Ms: middle((turn) => turn.p95Ms),
    p99Ms: middle((turn) => turn.p99Ms),
    requests,
    failed: sum(turns.map((turn) => turn.failed)),
    cpuMs: sum(turns.map((turn) => turn.cpuMs * turn.requests)) / requests,
    ...(refused.length > 0 ? { refused: sum(refused) } : {}),
    ...(lost.length > 0 ? { lost: sum(lost) } : {}),
    ...(memories.length > 0 ? { memoryMb: Math.max(...memories) } : {}),
    ...(mails.length > 0 ? { mails: median(mails) } : {}),
    ...(limits.length > 0
      ? { share: median(turns.map(({ perSecond }, at) => perSecond / (limits[at]?.perSecond ?? Number.NaN))) }
      : {}),
  }
}

interface Turns<Shop> {
  name: string
  /** Does it for so long. What is random in it follows from the seed, so that what is compared gets the same. */
  run: (shop: Shop, ms: number, seed: number) => Promise<Turn>
  own: Shop
  /** Another working copy's shop, for comparing. */
  beside: Shop | undefined
  limit: ((ms: number, seed: number) => Promise<LimitFigures> | LimitFigures) | undefined
  turns: number
  turnMs: number
}

/** Ours, what is beside it and the limit take turns, so that a change of the machine's load meets all of them. */
export async function takeTurns<Shop>({ name, run, own, beside, limit, turns, turnMs }: Turns<Shop>): Promise<Result> {
  const shops = beside ? [own, beside] : [own]
  const seen = shops.map((shop): { shop: Shop; turns: Turn[] } => ({ shop, turns: [] }))
  const limits: LimitFigures[] = []
  for (const shop of shops) await run(shop, turnMs * WARM_UP, FIRST_SEED)
  for (let turn = 1; turn <= turns; turn++) {
    const seed = FIRST_SEED + turn
    for (const side of turn % 2 === 1 ? seen : seen.toReversed()) side.turns.push(await run(side.shop, turnMs, seed))
    if (limit) limits.push(await limit(turnMs, seed))
  }
  const [ours, other] = seen.map((side) => together(side.turns, limits))
  if (!ours) throw new Error('nothing was measured')
  const costs = limits.flatMap(({ cpuMs }) => cpuMs ?? [])
  return {
    name,
    own: ours,
    ...(other ? { beside: other } : {}),
    ...(limits.length > 0
      ? { limit: { ...medianOf(limits), ...(costs.length > 0 ? { cpuMs: median(costs) } : {}) } }
      : {}),
  }
}
