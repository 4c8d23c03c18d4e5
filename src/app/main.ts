// First, so that signals are handled from here on: everything else takes a moment to load.
import { isStopping } from './signals.ts'

const { start, explain } = await import('./start.ts')

start().catch((error: unknown) => {
  // Work that the signal interrupted fails, which is expected.
  if (isStopping()) return
  console.error(explain(error))
  process.exit(1)
})
