import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { DATABASE } from '#kernel/db/data-dir.ts'
import { BackupRefused, MANIFEST, Manifest, type ManifestFile, maxBytes } from './manifest.ts'

const READ_BYTES = 1024 * 1024
const BLOCK_BYTES = 512
const END_BYTES = 2 * BLOCK_BYTES
/** A larger size does not fit a tar's header, and gets two more blocks. */
const MAX_HEADER_SIZE = 8 ** 11 - 1

type Sink = (name: string, chunks: AsyncIterable<Uint8Array>) => Promise<void>

/** Reads a whole backup through `sink` and compares it with its manifest. Throws BackupRefused for anything else. */
export async function readBackup(file: string, sink: Sink = drain): Promise<Manifest> {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new BackupRefused(`${file} is not there, or is no file`)
  const seen: ManifestFile[] = []
  const manifestChunks: Uint8Array[] = []
  let expectedBytes = END_BYTES
  try {
    const decoder = createTarDecoder({ strict: true })
    // An error of the reading stream must end the loop below, too.
    feed(file, decoder.writable).catch(() => {})
    for await (const entry of decoder.readable) {
      const { name, size } = checkEntry(entry, seen)
      expectedBytes += bytesInTar(size)
      const hash = createHash('sha256')
      const chunks = tee(entry.body, (chunk) => {
        hash.update(chunk)
        if (name === MANIFEST) manifestChunks.push(chunk)
      })
      await (name === MANIFEST ? drain(name, chunks) : sink(name, chunks))
      seen.push({ name, size, sha256: hash.digest('hex') })
    }
  } catch (error) {
    // An error of the file system says nothing about the backup.
    if (error instanceof BackupRefused || (error instanceof Error && 'errno' in error)) throw error
    throw seen.length === 0 ? foreign(file) : damaged(file)
  }
  if (seen[0]?.name !== DATABASE) throw foreign(file)
  const last = seen.pop()
  if (last?.name !== MANIFEST || found.size !== expectedBytes) throw damaged(file)
  const manifest = Manifest.safeParse(parseJson(Buffer.concat(manifestChunks).toString()))
  if (!manifest.success || !isSame(seen, manifest.data.files)) throw damaged(file)
  return manifest.data
}

const foreign = (file: string) => new BackupRefused(`${file} is no backup of a Haat shop`)
const damaged = (file: string) => new BackupRefused(`${file} is damaged or not whole: take another backup`)

const drain: Sink = async (_, chunks) => {
  for await (const _chunk of chunks);
}

async function feed(file: string, decoder: WritableStream<Uint8Array>) {
  const writer = decoder.getWriter()
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: READ_BYTES })) await writer.write(chunk)
    await writer.close()
  } catch (error) {
    await writer.abort(error)
  }
}

function checkEntry({ header: { name, size, type } }: ParsedTarEntry, seen: readonly ManifestFile[]) {
  const refuse = (why: string) => new BackupRefused(`The backup holds ${JSON.stringify(name.slice(0, 100))}, ${why}`)
  const max = maxBytes(name)
  if (type !== 'file' || max === undefined) {
    if (seen.length === 0) throw new Error('another kind of archive')
    throw refuse('which does not belong there')
  }
  if (size > max) throw refuse('which is too large')
  return { name, size }
}

const bytesInTar = (size: number) =>
  BLOCK_BYTES + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES + (size > MAX_HEADER_SIZE ? 2 * BLOCK_BYTES : 0)

async function* tee(body: ReadableStream<Uint8Array>, look: (chunk: Uint8Array) => void) {
  for await (const chunk of body) {
    look(chunk)
    yield chunk
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isSame = (seen: readonly ManifestFile[], listed: readonly ManifestFile[]) =>
  new Set(listed.map(({ name }) => name)).size === seen.length &&
  seen.length === listed.length &&
  seen.every(
    (file, at) => file.name === listed[at]?.name && file.size === listed[at].size && file.sha256 === listed[at].sha256,
  )
