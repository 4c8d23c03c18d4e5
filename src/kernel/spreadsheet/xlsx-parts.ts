import sax from 'sax'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { message } from '#kernel/kernel.messages.ts'
import { type Message, textOf } from '#shared/messages.ts'

/** It tells the person who sent the file why. */
export class UnreadableSheet extends Error {
  readonly says: Message
  constructor(says: Message) {
    super(textOf(says))
    this.says = says
  }
}

export const MAX_UNPACKED_BYTES = 200 * 1024 * 1024
/** All texts of a workbook together: they stay in memory while its sheet is read. */
export const MAX_TEXT_CHARACTERS = 40_000_000
const MAX_PARTS = 2000
export const damagedSheet = () => new UnreadableSheet(message('SHEET_DAMAGED'))

/** Files with these parts are refused: nothing in a file is run, fetched or computed. */
const refusedParts: readonly (readonly [RegExp, Message])[] = [
  [/vbaProject|macrosheets\//i, message('SHEET_HAS_MACROS')],
  [/externalLinks\/|xl\/connections\.xml|queryTables\//i, message('SHEET_IS_LINKED')],
  [/^content\.xml$/, message('SHEET_IS_ODS')],
]

/** The parts of an .xlsx, unpacked one at a time and never beyond the size that the zip announces. */
export async function openParts(bytes: Buffer) {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, opened) =>
      error ? reject(damagedSheet()) : resolve(opened),
    )
  })
  if (zip.entryCount > MAX_PARTS) throw new UnreadableSheet(message('SHEET_HAS_TOO_MANY_PARTS', { most: MAX_PARTS }))
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
  for (const [part, says] of refusedParts)
    if (entries.some(({ fileName }) => part.test(fileName))) throw new UnreadableSheet(says)
  if (entries.some((entry) => entry.isEncrypted())) throw new UnreadableSheet(message('FILE_WITH_PASSWORD'))
  const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (unpacked > MAX_UNPACKED_BYTES) throw new UnreadableSheet(message('SHEET_TOO_LARGE', { most: MAX_UNPACKED_BYTES }))
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
