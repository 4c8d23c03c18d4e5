import { hash } from 'node:crypto'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { brotli, COMPRESS_FROM_BYTES, exactly, gzip, unbrotli } from '../compression.ts'

type Encoding = 'br' | 'gzip'

export interface Answer {
  status: number
  headers: Readonly<Record<string, string>>
  /** Headers for a CDN. They stand apart, so that nothing personal made from this answer gets them. */
  surrogates?: Readonly<Record<string, string>>
  /** Uncompressed until `pack` has made the body that is sent. */
  body: Buffer
  encoding: 'br' | undefined
  isLong: boolean
  isCacheable: boolean
}

/** The tag follows from the content alone, so every process gives the same; it is weak because all encodings share it. */
export function makeAnswer(headers: Record<string, string>, content: string | Buffer): Answer {
  const body = typeof content === 'string' ? Buffer.from(content) : content
  const tag = hash('sha256', body, 'base64url').slice(0, 27)
  const own = { etag: `W/"${tag}"`, vary: 'accept-encoding' }
  return {
    status: 200,
    headers: { 'cache-control': 'no-cache', ...headers, ...own },
    body,
    encoding: undefined,
    isLong: body.length >= COMPRESS_FROM_BYTES,
    isCacheable: true,
  }
}

const packing = new WeakMap<Answer, Promise<void>>()

/** Compresses the body with brotli, which nearly everybody is sent; a short body stays as it is. */
export async function pack(answer: Answer) {
  const packed = packing.get(answer) ?? packNow(answer)
  packing.set(answer, packed)
  await packed
}

async function packNow(answer: Answer) {
  if (!answer.isLong) {
    answer.body = exactly(answer.body)
    return
  }
  answer.body = await brotli(answer.body)
  answer.encoding = 'br'
}

const FORMS_BYTES = 4 * 1024 * 1024

/** Another form of an answer, for the few who cannot read brotli; it is made once, however many ask meanwhile. */
function otherForm(make: (answer: Answer) => Promise<Buffer>) {
  const last = new LRUCache<Answer, Buffer>({ maxSize: FORMS_BYTES, sizeCalculation: ({ length }) => length + 1 })
  const making = new Map<Answer, Promise<Buffer>>()
  async function makeOnce(answer: Answer) {
    try {
      const form = await make(answer)
      last.set(answer, form)
      return form
    } finally {
      making.delete(answer)
    }
  }
  return (answer: Answer): Buffer | Promise<Buffer> => {
    const known = last.get(answer) ?? making.get(answer)
    if (known) return known
    const form = makeOnce(answer)
    making.set(answer, form)
    return form
  }
}

const identityOf = otherForm(({ body }) => unbrotli(body))
const gzipOf = otherForm(async (answer) => gzip(await unpacked(answer)))

export const unpacked = async (answer: Answer): Promise<Buffer> => (answer.encoding ? identityOf(answer) : answer.body)

const negotiatorOf = (supportedValues: Encoding[]) =>
  new Negotiator<Encoding>({ supportedValues, cache: new LRUCache({ max: 100 }) })
const kept = negotiatorOf(['br', 'gzip'])
const madeForOne = negotiatorOf(['gzip'])

export function encodingFor({ isLong }: Answer, accepted: string | undefined) {
  if (!isLong || accepted === undefined) return undefined
  return kept.negotiate(accepted) ?? undefined
}

/** May an answer made from this one for one person go out as gzip, which all browsers read? */
export const takesGzip = ({ isLong }: Answer, accepted: string | undefined) =>
  isLong && accepted !== undefined && madeForOne.negotiate(accepted) === 'gzip'

export function isKnown(answer: Answer, ifNoneMatch: string | undefined) {
  if (ifNoneMatch === undefined || answer.status !== 200) return false
  const tag = answer.headers.etag?.slice(2)
  return ifNoneMatch.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag)
}

export async function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
  reply.code(answer.status).headers({ ...answer.surrogates, ...answer.headers })
  if (isKnown(answer, request.headers['if-none-match'])) return reply.code(304).send()
  const encoding = encodingFor(answer, request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(await bodyIn(answer, encoding))
}

async function bodyIn(answer: Answer, encoding: Encoding | undefined) {
  if (encoding === 'br') await pack(answer)
  if (encoding === 'gzip') return gzipOf(answer)
  return encoding === 'br' ? answer.body : unpacked(answer)
}
