import { createServer } from 'node:net'

// A mail server that takes every mail and keeps none: a process of its own, so that what it costs is not counted as the shop's. It tells its
// port when it listens, and how many mails came whenever it is asked.

const END_OF_MAIL = '\r\n.\r\n'
const END_OF_LINE = '\r\n'

let mails = 0
const server = createServer((socket) => {
  let unread = ''
  let isText = false
  /** Takes one mail or one command from what came, as long as there is a whole one. */
  function takeOne() {
    const mark = isText ? END_OF_MAIL : END_OF_LINE
    const end = unread.indexOf(mark)
    if (end < 0) {
      if (isText) unread = unread.slice(1 - mark.length)
      return false
    }
    const command = isText ? '' : unread.slice(0, 4).toUpperCase()
    if (isText) mails += 1
    unread = unread.slice(end + mark.length)
    isText = command === 'DATA'
    if (command === 'QUIT') socket.end('221 Bye\r\n')
    else socket.write(isText ? '354 Go on\r\n' : '250 OK\r\n')
    return true
  }
  socket.setEncoding('latin1').on('error', () => {})
  socket.on('data', (text: string) => {
    unread += text
    while (takeOne());
  })
  socket.write('220 Ready\r\n')
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : undefined)
})
process.on('message', () => process.send?.(mails))
process.once('disconnect', () => process.exit())
