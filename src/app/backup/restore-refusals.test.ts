import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { packTar, type TarHeader, unpackTar } from 'modern-tar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testShop } from '#testing/shop.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

interface Entry {
  header: TarHeader
  data: Uint8Array<ArrayBuffer>
}

const picture = `media/product-${'0'.repeat(24)}/480.webp`
let folder: string
let whole: Buffer<ArrayBuffer>
let entries: Entry[]

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'haat-restore-'))
  const shop = await testShop({}, { dataDir: path.join(folder, 'data') })
  await shop.deps.storage.put(picture.slice('media/'.length), Buffer.alloc(5000, 'picture'))
  await shop.product({ name: 'Brass Lamp' })
  const file = path.join(folder, 'whole.tar')
  await writeBackup({ dataDir: shop.dataDir, file, overwrite: false })
  await shop.close()
  whole = await readFile(file)
  entries = (await unpackTar(whole)).map(({ header, data }) => ({ header, data: data ?? new Uint8Array() }))
  await rm(path.join(folder, 'data'), { recursive: true })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Nothing was written when this refuses. */
async function restore(bytes: Uint8Array) {
  const file = path.join(folder, 'given.tar')
  await writeFile(file, bytes)
  const before = await readdir(folder)
  const answer = await restoreBackup({ dataDir: path.join(folder, 'restored'), file }).catch((error: Error) => error)
  if (answer instanceof Error) {
    expect(await readdir(folder)).toEqual(before)
    expect(answer.message).not.toContain('\n')
    return answer.message
  }
  await rm(path.join(folder, 'restored'), { recursive: true })
  return 'restored'
}

/** A backup of these files, with a manifest that fits them. */
async function forge(files: Entry[], change: Record<string, unknown> = {}) {
  const manifest = entries.at(-1)
  const listed = files.map(({ header: { name }, data }) => ({
    name,
    size: data.length,
    sha256: createHash('sha256').update(data).digest('hex'),
  }))
  const told = { ...JSON.parse(Buffer.from(manifest?.data ?? []).toString()), files: listed, ...change }
  const data = Buffer.from(JSON.stringify(told))
  return packTar([...files, { header: { name: 'manifest.json', size: data.length }, data }])
}
const file = (name: string, content: string | Uint8Array, header: Partial<TarHeader> = {}): Entry => {
  const data = Uint8Array.from(Buffer.from(content))
  return { header: { name, size: data.length, ...header }, data }
}
const database = () => entries[0] ?? file('haat.sqlite', '')

describe('restoring', () => {
  it('takes the backup as it was made, and one that was packed anew with the same files', async () => {
    expect(await restore(whole)).toBe('restored')
    expect(await restore(await forge(entries.slice(0, -1)))).toBe('restored')
  })

  it.each([
    ['an empty file', () => Buffer.alloc(0)],
    ['a text', () => Buffer.from('not a backup\n'.repeat(1000))],
    ['a database alone', () => Buffer.from(database().data)],
    ['another tar', () => packTar([file('photos/cat.jpg', 'a cat')])],
    ['zeros', () => Buffer.alloc(10_240)],
  ])('refuses %s as no backup of a shop', async (_, make) => {
    expect(await restore(await make())).toMatch(/is no backup of a Haat shop$/)
  })

  it('refuses a backup that ends early, wherever', async () => {
    const steps = Array.from({ length: 40 }, (_, step) => Math.floor((whole.length * step) / 40))
    for (const length of [...steps.slice(1), whole.length - 1024, whole.length - 512, whole.length - 1])
      expect(await restore(whole.subarray(0, length)), `${length} of ${whole.length} bytes`).toMatch(
        /is (damaged|no backup)/,
      )
  })

  it('refuses a backup with more behind it', async () => {
    expect(await restore(Buffer.concat([whole, Buffer.alloc(512)]))).toMatch(/is damaged/)
  })

  it('refuses a backup with one bit changed in any of its files', async () => {
    const places = [whole.indexOf('Brass Lamp'), whole.indexOf('picturepicture') + 2000, whole.indexOf('"sha256"') + 12]
    for (const at of places) {
      const changed = Buffer.from(whole)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(await restore(changed), `bit at ${at}`).toMatch(/is damaged/)
    }
  })

  it.each([
    ['a path that climbs', file('media/product-00/../../../x/480.webp', 'x')],
    ['an absolute path', file('/etc/cron.d/haat', 'x')],
    ['a path below a picture', file(`${picture}/x.webp`, 'x')],
    ['a source file', file('media/product-00/index.ts', 'x')],
    ['a dot file', file('media/product-00/.htaccess', 'x')],
    ['the marker', file('haat-data', 'x')],
    ['a second lock', file('.lock.sqlite', 'x')],
    ['a link', file(picture, '', { type: 'symlink', linkname: '/etc/passwd' })],
    ['a hard link', file(picture, '', { type: 'link', linkname: 'haat.sqlite' })],
    ['a folder', file('media/', '', { type: 'directory' })],
    ['a device', file(picture, '', { type: 'character-device' })],
  ])('refuses a backup that holds %s', async (_, entry) => {
    expect(await restore(await forge([database(), entry]))).toMatch(
      /^The backup holds ".*", which does not belong there$/,
    )
  })

  it('refuses a picture larger than a picture can be, before it reads it', async () => {
    const huge = file(picture, new Uint8Array(51 * 1024 * 1024))
    expect(await restore(await forge([database(), huge]))).toMatch(/which is too large$/)
  })

  it.each([
    ['the same file twice', () => forge([database(), file(picture, 'a'), file(picture, 'b')])],
    ['a file that the manifest does not name', () => forge([database(), file(picture, 'a')], { files: [] })],
    ['no manifest', () => packTar(entries.slice(0, -1))],
    ['a manifest that is no JSON', () => packTar([database(), file('manifest.json', '{')])],
    ['another format', () => forge(entries.slice(0, -1), { format: 'haat-backup-2' })],
    ['the manifest first', () => packTar([...entries].reverse())],
  ])('refuses %s', async (_, make) => {
    expect(await restore(await make())).toMatch(/is (damaged|no backup)/)
  })

  it('refuses what a newer version of the shop has made, by manifest and by database', async () => {
    const newer = { migrations: ['0001-shop', '9999-future'] }
    expect(await restore(await forge(entries.slice(0, -1), newer))).toMatch(/newer version of the shop \(9999-future\)/)
    const changed = await changedDatabase("insert into kysely_migration values ('9999-future', '')")
    expect(await restore(await forge([changed]))).toMatch(/newer version of the shop \(9999-future\)/)
  })

  it('refuses a database that is damaged though its checksum is right, and one of another program', async () => {
    const broken = Uint8Array.from(database().data)
    broken.fill(0xff, 4096, 4096 + 200)
    expect(await restore(await forge([file('haat.sqlite', broken)]))).toBe('The database is damaged')
    expect(await restore(await forge([file('haat.sqlite', 'SQLite format 3\0')]))).toBe('The database is damaged')
    expect(await restore(await forge([await changedDatabase('drop table order_lines; drop table orders')]))).toBe(
      'The database is damaged',
    )
  })
})

async function changedDatabase(sql: string) {
  const copy = path.join(folder, 'copy.sqlite')
  await writeFile(copy, database().data)
  const connection = new DatabaseSync(copy)
  connection.exec(sql)
  connection.close()
  const bytes = await readFile(copy)
  await rm(copy)
  return file('haat.sqlite', bytes)
}
