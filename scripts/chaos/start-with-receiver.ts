import { start } from '#app/start.ts'
import type { PostMessage } from '#kernel/outgoing/post-message.ts'

// Starts the shop as src/app/main.ts does, but whatever a webhook's address is, its messages go to this machine: only a program of the tests can say so.

const postMessage: PostMessage = async (_, headers, body) => {
  const answer = await fetch(process.env.RECEIVER ?? '', { method: 'POST', headers, body }).catch(() => undefined)
  if (!answer) return { answer: null, problem: 'refused' }
  return { answer: answer.status, problem: answer.ok ? null : 'status' }
}

await start({ postMessage })
