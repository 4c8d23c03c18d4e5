import { lookup as lookUp } from 'node:dns'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { SECOND_MS } from '#shared/time.ts'
import { isPublicAddress } from './public-address.ts'

const WAIT_MS = 5 * SECOND_MS

/** Why a message did not arrive. */
type Problem = 'address' | 'silent' | 'refused' | 'redirect' | 'status'

export interface Outcome {
  /** The status of the answer; null: there was none. */
  answer: number | null
  /** null: it arrived. */
  problem: Problem | null
}

export type PostMessage<Body = string> = (url: string, headers: Record<string, string>, body: Body) => Promise<Outcome>

class NotPublic extends Error {}

/** What tests put in place of the internet. */
interface World {
  isPublic: (address: string) => boolean
  request: typeof https.request
  waitMs: number
}

/**
 * Sends a message within 5 seconds, and reads nothing of the answer but its status. It connects to what the name was just resolved to, and only where all
 * of that is public (docs/promises.md 13, 36).
 */
export function createPost(world: Partial<World> = {}): PostMessage<string | Uint8Array> {
  const { isPublic = isPublicAddress, request = https.request, waitMs = WAIT_MS } = world
  const lookup: LookupFunction = (name, options, done) =>
    lookUp(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0)
      const [first] = found
      if (!first || !found.every(({ address }) => isPublic(address))) return done(new NotPublic(), '', 0)
      return options.all ? done(null, found) : done(null, first.address, first.family)
    })
  return async (url, headers, body) => {
    const { hostname } = new URL(url)
    // Such a one is connected to without being looked up.
    const address = hostname.replace(/^\[|\]$/g, '')
    if (isIP(address) !== 0 && !isPublic(address)) return { answer: null, problem: 'address' }
    return new Promise((resolve) => {
      const signal = AbortSignal.timeout(waitMs)
      const sent = request(url, { method: 'POST', headers, lookup, signal, agent: false }, (answer) => {
        const status = answer.statusCode ?? 0
        answer.destroy()
        resolve({ answer: status, problem: problemOf(status) })
      })
      sent.on('error', (error) =>
        resolve({
          answer: null,
          problem: error instanceof NotPublic ? 'address' : signal.aborted ? 'silent' : 'refused',
        }),
      )
      sent.end(body)
    })
  }
}

const problemOf = (status: number) =>
  status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? 'redirect' : 'status'
