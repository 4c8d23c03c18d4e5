import { median } from '../../figures.ts'
import { type Figures, medianOf } from '../turns.ts'
import type { Run, Turn } from './runs.ts'
import type { Scene } from './scene.ts'

/** A part of a turn's length is spent before the first one, so that everything is warm. */
const WARM_UP = 0.25
/** The same visitors come in every run. */
const FIRST_SEED = 15

/** What all turns of one shop showed, together. */
export interface Side extends Turn {
  /** Of the limit: the median of the turns. */
  share?: number
}

export interface RowResult {
  name: string
  own: Side
  beside?: Side
  limit?: LimitFigures
}

/** Of a limit that is a page of the shop, what it cost as well. */
export type LimitFigures = Figures & Partial<Pick<Turn, 'cpuMs'>>

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

interface Turns {
  name: string
  run: Run
  own: Scene
  /** Another working copy's shop, for comparing. */
  beside: Scene | undefined
  limit: ((ms: number, seed: number) => Promise<LimitFigures>) | undefined
  turns: number
  turnMs: number
}

/** Ours, what is beside it and the limit take turns, so that a change of the machine's load meets all of them. */
export async function takeTurns({ name, run, own, beside, limit, turns, turnMs }: Turns): Promise<RowResult> {
  const scenes = beside ? [own, beside] : [own]
  const seen = scenes.map((scene): { scene: Scene; turns: Turn[] } => ({ scene, turns: [] }))
  const limits: LimitFigures[] = []
  for (const scene of scenes) await run(scene, turnMs * WARM_UP, FIRST_SEED)
  for (let turn = 1; turn <= turns; turn++) {
    const seed = FIRST_SEED + turn
    for (const side of turn % 2 === 1 ? seen : seen.toReversed()) side.turns.push(await run(side.scene, turnMs, seed))
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
