import { type Entry, open, type ZipFile } from 'yauzl'
import { badInput } from '#shared/app-error.ts'
import { MAX_IMAGE_BYTES } from '../../product-data.contract.ts'
import { MAX_UNZIPPED_BYTES, MAX_ZIP_FILES } from '../../product-imports.contract.ts'
import { message } from '../../products.messages.ts'

const unreadable = () => badInput({ files: message('ZIP_UNREADABLE') })

/** A normal entry takes a few hundred bytes, and all stay in memory. */
const MAX_ENTRY_BYTES = 4096

/** File systems differ in case and accents. */
const folded = (name: string) => name.normalize('NFC').toLowerCase()
const baseName = (name: string) => name.slice(name.lastIndexOf('/') + 1)
/** False for folders and systems' own files. */
const isPicture = (name: string) => !/\/$|(^|\/)(\._|\.DS_Store$|Thumbs\.db$)|^__MACOSX\//i.test(name)

/** Read one at a time from the zip on disk. */
export type PictureZip = Awaited<ReturnType<typeof openPictureZip>>

/** Reads a zip's directory. Throws BAD_INPUT if it is unreadable, or would fill memory or disk. */
export async function openPictureZip(file: string) {
  const zip = await openZip(file)
  try {
    if (zip.entryCount > MAX_ZIP_FILES)
      throw badInput({ files: message('ZIP_HAS_TOO_MANY_FILES', { most: MAX_ZIP_FILES }) })
    const all = await entriesOf(zip)
    if (all.some(({ fileName }) => fileName === '[Content_Types].xml'))
      throw badInput({ files: message('ZIP_IS_DOCUMENT') })
    const entries = all.filter(({ fileName }) => isPicture(fileName))
    const bytes = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
    if (bytes > MAX_UNZIPPED_BYTES)
      throw badInput({ files: message('ZIP_PICTURES_TOO_LARGE', { most: MAX_UNZIPPED_BYTES }) })
    return picturesOf(zip, entries)
  } catch (error) {
    zip.close()
    throw error
  }
}

const openZip = (file: string) =>
  new Promise<ZipFile>((resolve, reject) => {
    open(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) => {
      if (error) reject(unreadable())
      else resolve(zip)
    })
  })

const entriesOf = (zip: ZipFile) =>
  new Promise<Entry[]>((resolve, reject) => {
    const entries: Entry[] = []
    zip.on('entry', (entry) => {
      if (entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength > MAX_ENTRY_BYTES)
        return reject(unreadable())
      entries.push(entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', () => reject(unreadable()))
    zip.readEntry()
  })

function picturesOf(zip: ZipFile, entries: readonly Entry[]) {
  const byName = new Map<string, Entry[]>()
  for (const entry of entries)
    for (const name of new Set([folded(entry.fileName), folded(baseName(entry.fileName))]))
      byName.set(name, [...(byName.get(name) ?? []), entry])
  const asked = new Set<Entry>()
  const find = (name: string) => byName.get(folded(name))

  return {
    has: (name: string) => find(name) !== undefined,
    /** The mistake of a named picture, if the directory shows one. */
    problemOf(name: string) {
      const [entry, another] = find(name) ?? []
      if (!entry) return message('ZIP_LACKS_FILE', { name })
      if (another) return message('ZIP_HAS_FILE_TWICE', { name })
      if (entry.isEncrypted()) return message('ZIP_FILE_WITH_PASSWORD', { name })
      if (entry.uncompressedSize > MAX_IMAGE_BYTES)
        return message('ZIP_FILE_TOO_LARGE', { name, most: MAX_IMAGE_BYTES })
      asked.add(entry)
      return undefined
    },
    /** At most the announced size. Throws BAD_INPUT. */
    async read(name: string) {
      const [entry] = find(name) ?? []
      if (!entry) throw badInput({ pictures: message('ZIP_LACKS_FILE', { name }) })
      return readEntry(zip, entry).catch(() => {
        throw badInput({ pictures: message('ZIP_FILE_DAMAGED', { name }) })
      })
    },
    countUnused: () => entries.length - asked.size,
    close: () => zip.close(),
  }
}

/** Fails on more bytes than announced. */
async function readEntry(zip: ZipFile, entry: Entry) {
  const { promise, resolve, reject } = Promise.withResolvers<NodeJS.ReadableStream>()
  zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
  const parts: Buffer[] = []
  for await (const part of await promise) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}
