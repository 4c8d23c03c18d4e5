import { median } from '../figures.ts'
import { type Measured, measureLoad } from './load.ts'
import type { Measure } from './measures.ts'
import { cpuMs } from './processes.ts'

/** Half of a turn's length is spent before the first one, so that both are warm. */
const WARM_UP = 0.25

export interface Figures {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

export interface Result extends Figures {
  name: string
  size: number
  failed: number
  requests: number
  /** CPU time of the shop, and of its PostgreSQL where that runs on this machine. */
  cpuMsPerRequest: number
  limit?: Figures
  /** Ours / limit, the median of the turns. */
  share?: number
}

export const medianOf = (turns: readonly Figures[]): Figures => ({
  perSecond: median(turns.map(({ perSecond }) => perSecond)),
  p50Ms: median(turns.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(turns.map(({ p99Ms }) => p99Ms)),
})

interface Turns {
  measure: Measure
  size: number
  port: number
  /** Whose CPU time is counted. */
  pids: readonly (number | undefined)[]
  turns: number
  turnMs: number
  /** Runs the limit for so long. */
  limit: ((ms: number) => Promise<Figures> | Figures) | undefined
}

/** Ours and the limit take turns, so that a change of the machine's load meets both. */
export async function takeTurns({ measure, size, port, pids, turns, turnMs, limit }: Turns): Promise<Result> {
  const { connections, next } = measure
  const ours: Measured[] = []
  const limits: Figures[] = []
  const used = () => pids.reduce<number>((sum, pid) => sum + cpuMs(pid), 0)
  let cpu = 0
  await measureLoad({ port, connections, next, ms: turnMs * WARM_UP })
  for (let turn = 0; turn < turns; turn++) {
    const before = used()
    ours.push(await measureLoad({ port, connections, next, ms: turnMs }))
    cpu += used() - before
    if (limit) limits.push(await limit(turnMs))
  }
  const requests = ours.reduce((sum, turn) => sum + turn.requests, 0)
  const shares = ours.map(({ perSecond }, turn) => perSecond / (limits[turn]?.perSecond ?? Number.NaN))
  return {
    name: measure.name,
    size,
    ...medianOf(ours),
    requests,
    failed: ours.reduce((sum, turn) => sum + turn.failed, 0),
    cpuMsPerRequest: cpu / requests,
    ...(limits.length > 0 ? { limit: medianOf(limits), share: median(shares) } : {}),
  }
}
