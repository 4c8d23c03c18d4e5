import { seconds, table } from '../figures.ts'
import type { Sight } from './shop.ts'

/** Nobody may wait longer for what somebody else does. */
const MAX_STALL_MS = 250
const MAX_LOCK_MS = 1000

export interface Row {
  scenario: string
  ms: number
  sight: Sight
  /** Must files be as quick? */
  judgesFiles: boolean
  problems: readonly string[]
}

/** Everything too slow or wrong, in words. */
export function faultsOf({ sight, judgesFiles, problems }: Row) {
  const { healthMs, fileMs, lockMs } = sight
  const faults = [...problems]
  if (healthMs > MAX_STALL_MS) faults.push(`/healthz waited ${Math.round(healthMs)} ms`)
  if (judgesFiles && fileMs > MAX_STALL_MS) faults.push(`a file waited ${Math.round(fileMs)} ms`)
  if (lockMs !== undefined && lockMs > MAX_LOCK_MS) faults.push(`somebody waited ${Math.round(lockMs)} ms for a lock`)
  return faults
}

/** In milliseconds. */
export function tableOf(rows: readonly Row[]) {
  const number = (ms: number | undefined) => (ms === undefined ? '' : String(Math.round(ms)))
  const lines = rows.map((row) => {
    const { healthMs, stallMs, cartMs, fileMs, lockMs } = row.sight
    const times = [healthMs, stallMs, cartMs, fileMs, lockMs].map(number)
    return [row.scenario, seconds(row.ms), ...times, faultsOf(row).length === 0 ? 'yes' : 'NO']
  })
  return table(['scenario', 'took', '/healthz', 'event loop', 'cart', 'file', 'lock', `within ${MAX_STALL_MS}`], lines)
}
