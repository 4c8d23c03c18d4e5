import { setImmediate } from 'node:timers/promises'
import zlib, { constants } from 'node:zlib'
import { brotliWell, unbrotli } from './compression.ts'

/**
 * A text that is compressed once and sent with other words in its holes each time (docs/decisions/0025). Brotli lets a part stand as it
 * is among compressed ones (RFC 7932, 9.2). What is compressed after a hole counts its way back over it, so a hole keeps its length.
 */
export interface Holed {
  /** Compressed; one more than there are holes. */
  texts: readonly Buffer[]
  /** In bytes. */
  holes: readonly number[]
}

/** All that fills a hole ends so: how a sign is coded depends on the two before it. */
const HOLE_END = '  '
/** Spaces that every hole has room for besides its text. */
export const HOLE_SPARE = HOLE_END.length
/** A part that is not compressed says its length in 16 bits. */
const MAX_PLAIN = 0x10000
/** An empty part that says it is the last. */
const THE_END = Buffer.of(0b11)

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)
/** Control characters, and bytes that UTF-8 has no use for: none is in a text. */
const foreign = [...range(0x00, 0x08), ...range(0x0e, 0x1f), 0xc0, 0xc1, ...range(0xf5, 0xff)]
/**
 * Stands in the holes while the text is compressed. The compressor must find nothing in it that comes again, before or later, since it
 * would then refer to a hole, or remember a distance that readers do not know: its bytes are in no text, and no two of them follow
 * each other twice (a de Bruijn sequence).
 */
const placeholder = Buffer.from(
  foreign.flatMap((one, at) => [one, ...foreign.slice(at + 1).flatMap((other) => [one, other])]),
)

/** As parts that are not compressed: each is not the last (1 bit), so long (2 and 16 bits) and as it is (1 bit). */
function plain(content: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let from = 0; from < content.length; from += MAX_PLAIN) {
    const part = content.subarray(from, from + MAX_PLAIN)
    const head = Buffer.alloc(3)
    head.writeUIntLE(((part.length - 1) << 3) | (1 << 19), 0, 3)
    parts.push(head, part)
  }
  return parts
}

/** Compresses one text after the other, so that each begins with a whole byte. */
async function compressApart(texts: readonly Buffer[]) {
  const bytes = texts.reduce((sum, { length }) => sum + length, 0)
  const encoder = zlib.createBrotliCompress(brotliWell(bytes))
  const failed = new Promise<never>((_, reject) => encoder.on('error', reject))
  let chunks: Buffer[] = []
  encoder.on('data', (chunk: Buffer) => chunks.push(chunk))
  const compressed: Buffer[] = []
  for (const text of texts) {
    encoder.write(text)
    const flushed = new Promise<void>((done) => encoder.flush(constants.BROTLI_OPERATION_FLUSH, done))
    await Promise.race([flushed, failed])
    // The listener may hear of the last chunk a moment later.
    await setImmediate()
    compressed.push(Buffer.concat(chunks))
    chunks = []
  }
  encoder.destroy()
  return compressed
}

/**
 * Compresses a text with holes of these lengths, in bytes, between its parts. It is tried out once: undefined where a reader would not get
 * what was filled in, which a text with foreign bytes, or a brotli that compresses in another way, could bring about.
 */
export async function compressAround(texts: readonly Buffer[], holes: readonly number[]): Promise<Holed | undefined> {
  let used = 0
  const fillings = holes.map((length) => {
    const begin = used
    used += length
    const stand = placeholder.subarray(begin, begin + length - HOLE_SPARE)
    return { stand: Buffer.concat([stand, Buffer.from(HOLE_END)]), sample: fitting('x', length) ?? Buffer.of() }
  })
  if (used > placeholder.length) return undefined
  const between = (pieces: Buffer[]) => texts.flatMap((text, at) => [text, pieces[at] ?? Buffer.of()])
  const compressed = await compressApart(between(fillings.map(({ stand }) => stand)))
  const holed = { texts: compressed.filter((_, at) => at % 2 === 0), holes }
  const samples = fillings.map(({ sample }) => sample)
  const read = await unbrotli(fillHoles(holed, samples, Buffer.of())).catch(() => undefined)
  return read?.equals(Buffer.concat(between(samples))) ? holed : undefined
}

/** A text as it fills a hole of this length, with spaces behind it; undefined when it is too long. */
export function fitting(text: string, length: number): Buffer | undefined {
  if (Buffer.byteLength(text) > length - HOLE_SPARE) return undefined
  const filling = Buffer.alloc(length, ' ')
  filling.write(text)
  return filling
}

/** The text, compressed, with `fillings` in its holes (of `fitting`) and `tail` behind it. */
export const fillHoles = ({ texts }: Holed, fillings: readonly Buffer[], tail: Buffer): Buffer =>
  Buffer.concat([
    ...texts.flatMap((text, at) => [text, ...plain(fillings[at] ?? Buffer.of())]),
    ...plain(tail),
    THE_END,
  ])
