import { fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { undoLater } from '#testing/undo.ts'

/**
 * Runs a script of this folder in a process of its own, until everything is undone. It says something when it is ready, and answers
 * each message with one of its own. Throws when it ends.
 */
export async function runHelper<First, Answer>(script: string, args: readonly string[] = []) {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), args, {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  undoLater(() => child.kill('SIGKILL'))
  async function hear<Heard>(): Promise<Heard> {
    const ended = new AbortController()
    const end = () => ended.abort(new Error(`${script} has ended`))
    child.once('exit', end)
    try {
      const [answer] = await once(child, 'message', { signal: ended.signal })
      return answer
    } finally {
      child.off('exit', end)
    }
  }
  return {
    first: await hear<First>(),
    async ask(message: Serializable) {
      const answer = hear<Answer>()
      child.send(message)
      return await answer
    },
  }
}
