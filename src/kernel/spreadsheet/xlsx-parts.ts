import sax from 'sax'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'

/** Its message is a sentence for the person who sent the file. */
export class UnreadableSheet extends Error {}

export const MAX_UNPACKED_BYTES = 200 * 1024 * 1024
/** All texts of a workbook together: they stay in memory while its sheet is read. */
export const MAX_TEXT_CHARACTERS = 40_000_000
const MAX_PARTS = 2000
const damaged =
  'This is a spreadsheet that cannot be read. Save it again as .xlsx, or as “CSV UTF-8”, and choose that file'
export const damagedSheet = () => new UnreadableSheet(damaged)

/** Files with these parts are refused: nothing in a file is run, fetched or computed. */
const refusedParts: readonly (readonly [RegExp, string])[] = [
  [/vbaProject|macrosheets\//i, 'This file has macros, which we do not run. Save it as .xlsx without macros'],
  [
    /externalLinks\/|xl\/connections\.xml|queryTables\//i,
    'This file is linked to other files or addresses, which we do not open. Copy its cells, paste them as values into a new file, and save that',
  ],
  [/^content\.xml$/, 'This is an .ods file. Save it as .xlsx, or as “CSV UTF-8”, and choose that file'],
]

/** The parts of an .xlsx, unpacked one at a time and never beyond the size that the zip announces. */
export async function openParts(bytes: Buffer) {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, opened) =>
      error ? reject(damagedSheet()) : resolve(opened),
    )
  })
  if (zip.entryCount > MAX_PARTS) throw new UnreadableSheet(`This file has more than ${MAX_PARTS} parts inside`)
  const entries = await new Promise<Entry[]>((resolve, reject) => {
    const all: Entry[] = []
    zip.on('entry', (entry) => {
      all.push(entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(all))
    zip.on('error', () => reject(damagedSheet()))
    zip.readEntry()
  })
  for (const [part, sentence] of refusedParts)
    if (entries.some(({ fileName }) => part.test(fileName))) throw new UnreadableSheet(sentence)
  if (entries.some((entry) => entry.isEncrypted()))
    throw new UnreadableSheet('This file has a password. Save it without one')
  const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (unpacked > MAX_UNPACKED_BYTES)
    throw new UnreadableSheet('Unpacked, this file has more than 200 MB. Delete what stands below and beside the table')
  const byName = new Map(entries.map((entry) => [entry.fileName, entry]))

  return {
    has: (name: string) => byName.has(name),
    /** Hands on tags and texts as they come, until `close` gives false. Throws UnreadableSheet. */
    async read(name: string, on: PartReader) {
      const entry = byName.get(name)
      if (!entry) throw damagedSheet()
      const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
        zip.openReadStream(entry, (error, opened) => (error ? reject(damagedSheet()) : resolve(opened)))
      })
      await parse(stream, on)
    },
  }
}
export type Parts = Awaited<ReturnType<typeof openParts>>

export interface PartReader {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void
  text?: (text: string) => void
  close?: (name: string) => boolean | undefined
}

const bare = (name: string) => name.slice(name.indexOf(':') + 1)

async function parse(stream: NodeJS.ReadableStream, on: PartReader) {
  const parser = sax.parser(true, { position: false })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isEnough = false
  let failure: unknown
  const fail = (error: unknown) => {
    failure ??= error
  }
  const guarded =
    <Given extends unknown[]>(work: (...given: Given) => void) =>
    (...given: Given) => {
      if (isEnough || failure !== undefined) return
      try {
        work(...given)
      } catch (error) {
        fail(error)
      }
    }
  // A document type can define texts that grow without end; no spreadsheet has one.
  parser.ondoctype = () => fail(damagedSheet())
  parser.onerror = () => fail(damagedSheet())
  parser.onopentag = guarded(({ name, attributes }) => {
    const plain: Record<string, string> = {}
    for (const [key, value] of Object.entries(attributes))
      plain[bare(key)] = typeof value === 'string' ? value : value.value
    on.open(bare(name), plain)
  })
  const text = guarded((part: string) => on.text?.(part))
  parser.ontext = text
  parser.oncdata = text
  parser.onclosetag = guarded((name: string) => {
    if (on.close?.(bare(name)) === false) isEnough = true
  })
  try {
    for await (const chunk of stream) {
      parser.write(decoder.decode(Buffer.from(chunk), { stream: true }))
      if (failure !== undefined || isEnough) break
    }
    if (failure === undefined && !isEnough) parser.close()
  } catch {
    fail(damagedSheet())
  }
  if (failure !== undefined) throw failure
}
