import { Agent, get } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'

// Asks the shop all the time, in a process of its own, and notes the longest wait: `{ port, targets }` begins, `look` tells what was seen
// since the last look.

export interface Target {
  name: string
  path: string
  cookie?: string
  everyMs: number
}
export interface Seen {
  /** By target: the longest wait in ms, and how many answers were not 200. */
  targets: Record<string, { longestMs: number; refused: number }>
  /** This process itself stood still for so long, so its times may be wrong by this. */
  ownStallMs: number
}

const TIMEOUT_MS = 120_000
const RESOLUTION_MS = 5

const ask = (port: number, { path, cookie }: Target, agent: Agent) =>
  new Promise<number>((resolve) => {
    const headers = cookie === undefined ? {} : { cookie }
    get({ host: '127.0.0.1', port, path, agent, headers, timeout: TIMEOUT_MS }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
      answer.once('error', () => resolve(0))
    }).once('error', () => resolve(0))
  })

/** One connection that stays, so that only the shop is measured. */
function watch(port: number, target: Target) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let longestMs = 0
  let refused = 0
  let askedAt: number | undefined
  async function goOn() {
    for (;;) {
      askedAt = performance.now()
      const status = await ask(port, target, agent)
      longestMs = Math.max(longestMs, performance.now() - askedAt)
      askedAt = undefined
      if (status !== 200) refused += 1
      await setTimeout(target.everyMs)
    }
  }
  void goOn()
  return () => {
    // A wait that is not over counts as well.
    const waitingMs = askedAt === undefined ? 0 : performance.now() - askedAt
    const seen = { longestMs: Math.max(longestMs, waitingMs), refused }
    longestMs = 0
    refused = 0
    return seen
  }
}

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()
const watched = new Map<string, ReturnType<typeof watch>>()

process.on('message', (message: 'look' | { port: number; targets: Target[] }) => {
  if (message !== 'look') {
    for (const target of message.targets) watched.set(target.name, watch(message.port, target))
    return
  }
  const targets = Object.fromEntries([...watched].map(([name, look]) => [name, look()]))
  const seen: Seen = { targets, ownStallMs: Math.max(0, delay.max / 1e6 - RESOLUTION_MS) }
  delay.reset()
  process.send?.(seen)
})
process.once('disconnect', () => process.exit())
