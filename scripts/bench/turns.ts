import { median } from '../figures.ts'
import { type Load, measureLoad } from './load.ts'

/** A part of a turn before the first one, so that everything is warm. */
const WARM_UP = 0.25
/** The same visitors come in every run. */
const FIRST_SEED = 15

export interface Figures {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

export interface Turn extends Figures {
  p95Ms: number
  requests: number
  failed: number
  /** CPU time a request, of the shop and of its PostgreSQL where that runs on this machine. */
  cpuMs: number
  /** Refused with 503, and never answered. */
  refused?: number
  lost?: number
  /** The most memory meanwhile. */
  memoryMb?: number
  /** Of the limit, and of its p99. */
  share?: number
  shareOfP99?: number
}

export async function measureTurn({ cpuMs, ...load }: Load & { cpuMs: () => number }): Promise<Turn> {
  const before = cpuMs()
  const measured = await measureLoad(load)
  return { ...measured, cpuMs: (cpuMs() - before) / measured.requests }
}

export interface Result {
  name: string
  own: Turn
  beside?: Turn
  limit?: Figures
}

/** All turns together: sums of counts, the most memory, and medians of all else. */
function together(turns: readonly Turn[]): Turn {
  const all = (name: keyof Turn) => turns.flatMap((turn) => turn[name] ?? [])
  const middle = (name: keyof Turn) => median(all(name))
  const sum = (name: keyof Turn) => all(name).reduce((total, value) => total + value, 0)
  return {
    ...{ perSecond: middle('perSecond'), p50Ms: middle('p50Ms'), p95Ms: middle('p95Ms'), p99Ms: middle('p99Ms') },
    ...{ requests: sum('requests'), failed: sum('failed'), refused: sum('refused'), lost: sum('lost') },
    ...{ cpuMs: middle('cpuMs'), memoryMb: Math.max(0, ...all('memoryMb')) },
    ...(all('share').length > 0 ? { share: middle('share'), shareOfP99: middle('shareOfP99') } : {}),
  }
}

const middleOf = (limits: readonly Figures[]): Figures => ({
  perSecond: median(limits.map(({ perSecond }) => perSecond)),
  p50Ms: median(limits.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(limits.map(({ p99Ms }) => p99Ms)),
})

interface Turns<Shop> {
  name: string
  /** Runs for `ms`. Its random choices follow from the seed, so that shops that are compared get the same. */
  run: (shop: Shop, ms: number, seed: number) => Promise<Turn>
  own: Shop
  /** Another working copy's shop, for comparing. */
  beside: Shop | undefined
  limit: ((ms: number) => Promise<Figures> | Figures) | undefined
  turns: number
  turnMs: number
}

/** Ours, the other and the limit take turns, so that a change of the machine's load meets all of them. */
export async function takeTurns<Shop>({ name, run, own, beside, limit, turns, turnMs }: Turns<Shop>): Promise<Result> {
  const shops = beside ? [own, beside] : [own]
  const seen = shops.map((shop): { shop: Shop; turns: Turn[] } => ({ shop, turns: [] }))
  const limits: Figures[] = []
  for (const shop of shops) await run(shop, turnMs * WARM_UP, FIRST_SEED)
  for (let turn = 1; turn <= turns; turn++) {
    const seed = FIRST_SEED + turn
    const round = await limit?.(turnMs)
    if (round) limits.push(round)
    for (const side of turn % 2 === 1 ? seen : seen.toReversed()) {
      const shown = await run(side.shop, turnMs, seed)
      const { perSecond, p99Ms } = shown
      const shares = round && { share: perSecond / round.perSecond, shareOfP99: p99Ms / round.p99Ms }
      side.turns.push({ ...shown, ...shares })
    }
  }
  const [ours, other] = seen.map((side) => together(side.turns))
  if (!ours) throw new Error('nothing was measured')
  return {
    ...{ name, own: ours },
    ...(other ? { beside: other } : {}),
    ...(limits.length > 0 ? { limit: middleOf(limits) } : {}),
  }
}
