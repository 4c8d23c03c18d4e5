import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'

export type InParts<T> = {
  [K in keyof T]: T[K] extends readonly (infer Item)[] ? T[K] | AsyncIterable<readonly Item[]> : T[K]
}

/** Shorter lists are written at once: an order of 100 lines takes a millisecond. */
const LONG_LIST = 25
/** After so long other requests get a turn. */
const TURN_MS = 10
const PIECE_CHARACTERS = 64 * 1024

type Parts = AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>

export const isAsync = (value: unknown): value is AsyncIterable<readonly unknown[]> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

function partsOf(value: unknown): Parts | undefined {
  if (isAsync(value)) return value
  return Array.isArray(value) && value.length > LONG_LIST ? [value] : undefined
}

/** An answer as JSON with `success: true`: a text; or, for long lists, pieces made as they are asked for, so that no list holds up others. */
export function answerText(response: z.ZodType, answer: unknown): string | AsyncGenerator<string, void> {
  if (response instanceof z.ZodObject && typeof answer === 'object' && answer !== null) {
    const lists = Object.entries(answer).flatMap(([name, value]) => {
      const parts = partsOf(value)
      return parts ? [{ name, parts }] : []
    })
    if (lists.length > 0) return pieces(response, answer, lists)
  }
  return JSON.stringify(Object.assign({ success: true }, z.encode(response, answer)))
}

async function* pieces(response: z.ZodObject, answer: object, lists: readonly { name: string; parts: Parts }[]) {
  const isList = ([field]: [string, unknown]) => lists.some(({ name }) => name === field)
  const rest = z.object(Object.fromEntries(Object.entries(response.shape).filter((field) => !isList(field))))
  let text = JSON.stringify({ success: true, ...z.encode(rest, { ...answer }) }).slice(0, -1)
  let began = performance.now()
  for (const { name, parts } of lists) {
    const schema = response.shape[name]
    if (!(schema instanceof z.ZodArray)) throw new Error(`the answer's ${name} is not declared as a list`)
    text += `,${JSON.stringify(name)}:[`
    let comma = ''
    for await (const part of parts) {
      for (const item of part) {
        text += comma + JSON.stringify(z.encode(schema.element, item))
        comma = ','
        const isLate = performance.now() - began > TURN_MS
        if (!isLate && text.length < PIECE_CHARACTERS) continue
        yield text
        text = ''
        if (isLate) await setImmediate()
        if (isLate) began = performance.now()
      }
    }
    text += ']'
  }
  yield `${text}}`
}

export async function wholeText(text: ReturnType<typeof answerText>) {
  if (typeof text === 'string') return text
  let whole = ''
  for await (const piece of text) whole += piece
  return whole
}

/** Sends an answer as it is made. An error before the first piece is answered like any other. */
export async function sendText(
  reply: FastifyReply,
  text: string | Uint8Array | AsyncGenerator<string | Uint8Array, void>,
) {
  if (typeof text === 'string' || text instanceof Uint8Array) return text
  const first = await text.next()
  if (first.done) return ''
  async function* all() {
    yield first.value
    yield* text
  }
  return reply.send(Readable.from(all(), { objectMode: false }))
}
