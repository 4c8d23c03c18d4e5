import { setTimeout } from 'node:timers/promises'
import { runHelper } from './run-helper.ts'

const LOOK_MS = 250
/** Mails are gathered for a moment before they go out; when none comes for so long, all have come. */
const SILENCE_MS = 1000
const DEADLINE_MS = 60_000

/** Starts a mail server that keeps nothing. */
export async function startMailSink() {
  const { ask, first } = await runHelper<number, number>('sink.ts')
  return {
    url: `smtp://127.0.0.1:${first}`,
    mails: () => ask('mails'),
    /** Waits until all mails have come. Throws when they do not end. */
    async settle() {
      const deadline = performance.now() + DEADLINE_MS
      let count = await ask('mails')
      for (let since = performance.now(); performance.now() < since + SILENCE_MS; ) {
        if (performance.now() > deadline) throw new Error('mails still come, long after the last order')
        await setTimeout(LOOK_MS)
        const now = await ask('mails')
        if (now !== count) since = performance.now()
        count = now
      }
    },
  }
}
export type MailSink = Awaited<ReturnType<typeof startMailSink>>
