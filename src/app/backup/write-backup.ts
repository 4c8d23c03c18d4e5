import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createTarPacker, type TarPackController } from 'modern-tar'
import { DATABASE, exists, MARKER } from '#kernel/db/data-dir.ts'
import { listFiles } from '#kernel/storage/list-files.ts'
import { version } from '#kernel/version.ts'
import { BackupRefused, MANIFEST, type Manifest, type ManifestFile, MEDIA, pictureName } from './manifest.ts'
import { inspectDatabase, takeSnapshot } from './snapshot.ts'

const SUFFIX_BYTES = 4
const READ_BYTES = 1024 * 1024
/** A picture that goes while it is copied belongs to a product that has just changed: a new snapshot knows the change. */
const MAX_TRIES = 3

export interface BackupOrder {
  dataDir: string
  file: string
  overwrite: boolean
}

export interface WrittenBackup {
  bytes: number
  pictures: number
  /** Keys of pictures that the database names and DATA_DIR lacks. */
  missing: string[]
}

/** Writes a shop, which may be running, into one file, whole or not at all. Throws BackupRefused, and errors of the file system. */
export async function writeBackup({ dataDir, file, overwrite }: BackupOrder): Promise<WrittenBackup> {
  if (!(await exists(path.join(dataDir, MARKER))) || !(await exists(path.join(dataDir, DATABASE))))
    throw new BackupRefused(`DATA_DIR ${dataDir} holds no Haat data`)
  const folder = path.dirname(file)
  if (!(await exists(folder))) throw new BackupRefused(`The folder ${folder} is not there`)
  const found = await stat(file).catch(() => undefined)
  if (found && !found.isFile()) throw new BackupRefused(`${file} is no file`)
  if (found && !overwrite) throw new BackupRefused(`${file} is there already: choose another name, or add --overwrite`)

  const unique = `${file}.${randomBytes(SUFFIX_BYTES).toString('hex')}`
  const snapshot = `${unique}.snapshot`
  const part = `${unique}.part`
  try {
    for (let tries = 1; ; tries++) {
      await takeSnapshot(path.join(dataDir, DATABASE), snapshot)
      const written = await writeArchive(dataDir, snapshot, part)
      if (written.missing.length === 0 || tries === MAX_TRIES) {
        await rename(part, file)
        await syncFolder(folder)
        return written
      }
      await Promise.all([rm(snapshot), rm(part)])
    }
  } finally {
    await Promise.all([rm(snapshot, { force: true }), rm(part, { force: true })])
  }
}

async function writeArchive(dataDir: string, snapshot: string, part: string): Promise<WrittenBackup> {
  const { migrations, pictureKeys } = inspectDatabase(snapshot)
  const { readable, controller } = createTarPacker()
  const writing = pipeline(readable.values(), createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }))
  // The loop below throws this; without a listener it would be an unhandled error.
  writing.catch(() => {})
  try {
    const files = [await addFile(controller, DATABASE, snapshot)]
    // Listed after the snapshot: every picture that it names was written before.
    for (const name of await listPictures(dataDir)) {
      const added = await addFile(controller, name, path.join(dataDir, name)).catch(ignoreGone)
      if (added) files.push(added)
    }
    const madeAt = new Date().toISOString()
    const manifest: Manifest = { format: 'haat-backup-1', madeAt, shopVersion: version, migrations, files }
    await addContent(controller, MANIFEST, Buffer.from(JSON.stringify(manifest, undefined, 1)))
    controller.finalize()
    await writing
    const present = new Set(files.map(({ name }) => pictureName.exec(name)?.[1]))
    const missing = [...pictureKeys].filter((key) => !present.has(key))
    return { bytes: (await stat(part)).size, pictures: files.length - 1, missing }
  } catch (error) {
    controller.error(error)
    await writing.catch(() => {})
    throw error
  }
}

async function listPictures(dataDir: string) {
  const files = await listFiles(path.join(dataDir, MEDIA))
  return files.map((file) => `${MEDIA}/${file}`).filter((name) => pictureName.test(name))
}

const ignoreGone = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error
  return undefined
}

async function addFile(controller: TarPackController, name: string, source: string): Promise<ManifestFile> {
  const handle = await open(source)
  try {
    const { size } = await handle.stat()
    const chunks =
      size === 0 ? [] : handle.createReadStream({ end: size - 1, highWaterMark: READ_BYTES, autoClose: false })
    return await add(controller, { name, size }, chunks)
  } finally {
    await handle.close()
  }
}

const addContent = (controller: TarPackController, name: string, content: Buffer) =>
  add(controller, { name, size: content.length }, [content])

async function add(
  controller: TarPackController,
  { name, size }: { name: string; size: number },
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<ManifestFile> {
  const hash = createHash('sha256')
  const writer = controller.add({ name, size, mode: 0o600 }).getWriter()
  for await (const chunk of chunks) {
    hash.update(chunk)
    await writer.write(chunk)
  }
  await writer.close()
  return { name, size, sha256: hash.digest('hex') }
}

/** A name is on disk once its folder is. */
async function syncFolder(folder: string) {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
