import { monitorEventLoopDelay } from 'node:perf_hooks'
import { MINUTE_MS } from '#shared/time.ts'

// Runs in the shop before its own code: measures its event loop, and lets an hour pass on demand.

const RESOLUTION_MS = 5

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()

/** The shop's hourly and other regular work. */
const regular: (() => unknown)[] = []
globalThis.setInterval = new Proxy(setInterval, {
  apply(target, self, given: Parameters<typeof setInterval>) {
    const [work, ms] = given
    if (ms !== undefined && ms >= MINUTE_MS) regular.push(work)
    return Reflect.apply(target, self, given)
  },
})

process.on('message', async (message) => {
  if (message === 'hour') {
    await Promise.all(regular.map((work) => work()))
    process.send?.({ isOver: true })
  } else {
    process.send?.({ stallMs: Math.max(0, delay.max / 1e6 - RESOLUTION_MS) })
    delay.reset()
  }
})
// The shop ends when told to, whether or not we listen.
process.channel?.unref()
