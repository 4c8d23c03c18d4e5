import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { undoLater } from '#testing/undo.ts'

const END_OF_MAIL = '\r\n.\r\n'
const END_OF_LINE = '\r\n'
const LOOK_MS = 250
/** Mails are gathered for a moment before they go out; after so long without one, all have come. */
const SILENCE_MS = 1000

/** A mail server that takes every mail and keeps none. */
export async function startMailSink() {
  let cameAt = 0
  const server = createServer((socket) => {
    let unread = ''
    let isText = false
    socket.setEncoding('latin1').on('error', () => {})
    socket.on('data', (text: string) => {
      unread += text
      for (;;) {
        const mark = isText ? END_OF_MAIL : END_OF_LINE
        const end = unread.indexOf(mark)
        if (end < 0) return
        const command = isText ? '' : unread.slice(0, 4).toUpperCase()
        if (isText) cameAt = performance.now()
        unread = unread.slice(end + mark.length)
        isText = command === 'DATA'
        if (command === 'QUIT') socket.end('221 Bye\r\n')
        else socket.write(isText ? '354 Go on\r\n' : '250 OK\r\n')
      }
    })
    socket.write('220 Ready\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  undoLater(() => void server.close())
  const address = server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    async settle() {
      cameAt = performance.now()
      while (performance.now() < cameAt + SILENCE_MS) await setTimeout(LOOK_MS)
    },
  }
}
export type MailSink = Awaited<ReturnType<typeof startMailSink>>
