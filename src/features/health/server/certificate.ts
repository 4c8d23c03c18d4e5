import { connect } from 'node:tls'
import { DAY_MS, SECOND_MS } from '#shared/time.ts'

const WAIT_MS = 5 * SECOND_MS

/** When the certificate of an https address ends, as whoever visits it sees; undefined where it cannot be seen from here. */
export function endOfCertificate(address: string): Promise<Date | undefined> {
  const { hostname, port, protocol } = new URL(address)
  if (protocol !== 'https:') return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      // One that has ended is to be seen, too. Nothing is sent.
      rejectUnauthorized: false,
      timeout: WAIT_MS,
    })
    const end = (seen?: Date) => {
      socket.destroy()
      resolve(seen)
    }
    socket.once('secureConnect', () => {
      const ends = Date.parse(socket.getPeerCertificate().valid_to ?? '')
      end(Number.isNaN(ends) ? undefined : new Date(ends))
    })
    socket.once('timeout', () => end())
    socket.once('error', () => end())
  })
}

export const daysUntil = (end: Date, now: Date) => Math.floor((end.getTime() - now.getTime()) / DAY_MS)
