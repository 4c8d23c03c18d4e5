// First, so that a signal is heeded from here on: all else takes a moment to load.
import { isStopping } from './signals.ts'

const { start, explain } = await import('./start.ts')

start().catch((error: unknown) => {
  // What was broken off fails; that is no fault.
  if (isStopping()) return
  console.error(explain(error))
  process.exit(1)
})
