import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { readMail } from './mail.ts'

interface Arrived extends ReturnType<typeof readMail> {
  from: string
  to: string[]
  subject: string
  id: string
}

/** A real SMTP server that keeps what arrives; `down` closes its port, `up` opens the same one again. */
export async function postOffice() {
  const arrived: Arrived[] = []
  /** Whom mails were to be handed over for, in that order. */
  const offered: string[] = []
  const connections = { open: new Set<string>(), opened: 0, most: 0 }
  let refuse: ((to: string) => number | false) | undefined
  let paused = Promise.resolve()
  async function open(port: number) {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onConnect({ id }, done) {
        connections.opened += 1
        connections.open.add(id)
        connections.most = Math.max(connections.most, connections.open.size)
        done()
      },
      onClose({ id }) {
        connections.open.delete(id)
      },
      async onRcptTo({ address }, _, done) {
        offered.push(address)
        await paused
        const responseCode = refuse?.(address)
        done(responseCode ? Object.assign(new Error('mailbox unavailable'), { responseCode }) : null)
      },
      async onData(stream, { envelope }, done) {
        const mail = readMail(await text(stream))
        arrived.push({
          ...mail,
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          subject: mail.headers.get('subject') ?? '',
          id: mail.headers.get('message-id') ?? '',
        })
        done()
      },
    })
    server.on('error', () => {})
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    return server
  }
  let server = await open(0)
  const address = server.server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrived,
    offered,
    connections,
    /** By what the rule answers: 450 for a while, 550 for good. */
    refuseMailTo(rule: typeof refuse) {
      refuse = rule
    },
    /** Lets nobody go on until what it returns is called. */
    pause() {
      const { promise, resolve } = Promise.withResolvers<void>()
      paused = promise
      return resolve
    },
    down: () => new Promise<void>((resolve) => server.close(resolve)),
    async up() {
      server = await open(port)
    },
  }
}
