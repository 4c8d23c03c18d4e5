import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { answerReader } from '../answer-reader.ts'

/** Somebody who comes at a time that was fixed beforehand, in ms from the start. */
export interface Planned {
  atMs: number
  kind: string
  request: Buffer
}

export interface Outcome {
  kind: string
  /** Undefined: no answer came. */
  status: number | undefined
  /** From the time that was planned until all of the answer was there: what a visitor waits for, whoever is to blame. */
  ms: number
}

/** Nobody waits longer than this. */
const DEADLINE_MS = 10_000

/** Connections to a server: one that is free is used again, else another one is opened. */
function openConnections(port: number) {
  const free: Socket[] = []
  const all = new Set<Socket>()
  function open() {
    const socket = connect(port, '127.0.0.1').setNoDelay()
    all.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      all.delete(socket)
      const at = free.indexOf(socket)
      if (at >= 0) free.splice(at, 1)
    })
    return socket
  }
  return {
    /** Sends a request: the status of its answer, or undefined when none came. */
    send: (request: Buffer) =>
      new Promise<number | undefined>((resolve) => {
        const socket = free.pop() ?? open()
        const read = answerReader()
        const end = (status?: number) => {
          clearTimeout(deadline)
          socket.off('data', hear).off('close', fail)
          resolve(status)
        }
        const hear = (bytes: Buffer) => {
          const answer = read(bytes)
          if (!answer) return
          if (answer.closes) socket.destroy()
          else free.push(socket)
          end(answer.status)
        }
        const fail = () => end()
        const deadline = globalThis.setTimeout(() => socket.destroy(), DEADLINE_MS)
        socket.on('data', hear).on('close', fail)
        socket.write(request)
      }),
    close() {
      for (const socket of all) socket.destroy()
    },
  }
}

/** Sends each request at its time, whether or not those before it were answered. Ends when all were, or are lost. */
export async function sendPlanned(port: number, plan: readonly Planned[]): Promise<Outcome[]> {
  const connections = openConnections(port)
  const startedAt = performance.now()
  const sent: Promise<Outcome>[] = []
  for (const { atMs, kind, request } of plan) {
    const left = startedAt + atMs - performance.now()
    if (left > 0) await setTimeout(left)
    sent.push(connections.send(request).then((status) => ({ kind, status, ms: performance.now() - startedAt - atMs })))
  }
  const outcomes = await Promise.all(sent)
  connections.close()
  return outcomes
}
