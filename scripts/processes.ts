import { readFileSync } from 'node:fs'

// Reads /proc of Linux; undefined elsewhere.

/** /proc counts CPU time in such ticks, 100 a second on every Linux that Node runs on. */
const TICK_MS = 10

function readProc(path: string) {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return undefined
  }
}

/** The numbered fields of /proc/{pid}/stat from the third on: the second is a name that may hold anything. */
const statOf = (pid: number) =>
  readProc(`${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ')

export const parentOf = (pid: number) => {
  const parent = statOf(pid)?.[1]
  return parent === undefined ? undefined : Number(parent)
}

/** Program and arguments. */
export const commandOf = (pid: number) => readProc(`${pid}/cmdline`)

const childrenOf = (pid: number) =>
  (readProc(`${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean).map(Number)

/** A process and all that it has started. */
export const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(familyOf)]

/** Of a process and its children, ended ones included. */
export function cpuMs(pid: number | undefined) {
  if (pid === undefined) return 0
  const ticks = familyOf(pid).map((member) => {
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = (statOf(member) ?? []).slice(11, 15).map(Number)
    return user + system + endedUser + endedSystem
  })
  return ticks.reduce((sum, count) => sum + count, 0) * TICK_MS
}

/** Resident memory of a process and its children, in MB. */
export function memoryMb(pid: number | undefined) {
  if (pid === undefined) return 0
  const kilobytes = familyOf(pid).map((member) =>
    Number(/VmRSS:\s+(\d+)/.exec(readProc(`${member}/status`) ?? '')?.[1] ?? 0),
  )
  return kilobytes.reduce((sum, count) => sum + count, 0) / 1024
}
