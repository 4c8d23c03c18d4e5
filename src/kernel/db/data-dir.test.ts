import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, open, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDataDir } from './data-dir.ts'
import { checkInBackground } from './sqlite/check-database.ts'
import { openSqlite } from './sqlite/sqlite.ts'

let parent: string
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'haat-dir-'))
})
async function overwrite(file: string, at: number, text: string) {
  const handle = await open(file, 'r+')
  await handle.write(text, at)
  await handle.close()
}
afterEach(() => rm(parent, { recursive: true, force: true }))

describe('DATA_DIR', () => {
  it('is made, has one owner, and is free again when that one is done', async () => {
    const dir = path.join(parent, 'data')
    const first = await openDataDir(dir)
    await expect(openDataDir(dir)).rejects.toThrow('is in use by another process')
    first.release()
    const second = await openDataDir(dir)
    second.release()
  })

  it("with somebody else's files is refused and left as it was", async () => {
    await writeFile(path.join(parent, 'thesis.doc'), 'years of work')
    await expect(openDataDir(parent)).rejects.toThrow('is not empty and holds no Haat data')
    expect(await readdir(parent)).toEqual(['thesis.doc'])
  })

  it('may hold dot files and lost+found', async () => {
    await writeFile(path.join(parent, '.keep'), '')
    await mkdir(path.join(parent, 'lost+found'))
    const opened = await openDataDir(parent)
    opened.release()
  })

  it('that is a file is refused', async () => {
    const file = path.join(parent, 'file')
    await writeFile(file, '')
    await expect(openDataDir(file)).rejects.toThrow('is a file, not a directory')
  })
})

describe('a damaged database', () => {
  /** What is in the folder, by content. */
  async function contents() {
    const names = (await readdir(parent)).sort()
    return Promise.all(names.map(async (name) => [name, (await readFile(path.join(parent, name))).toString('latin1')]))
  }

  /** A shop's database of some 100 pages; its log is in it. */
  async function makeDatabase() {
    const opened = await openDataDir(parent)
    const database = openSqlite(opened.databaseFile)
    database.exec('create table t (content blob); create index i on t (content)')
    for (let row = 0; row < 100; row++) database.exec(`insert into t values (randomblob(3000))`)
    database.close()
    opened.release()
    return opened.databaseFile
  }

  it.each<[string, (file: string) => Promise<void>]>([
    ['no database at all', (file) => writeFile(file, 'this is no database at all')],
    ['empty', (file) => truncate(file)],
    ['cut off', (file) => truncate(file, 200_000)],
    ['missing beside its log', (file) => rename(file, `${file}-wal`)],
    ['overwritten in the middle', (file) => overwrite(file, 100_000, 'x'.repeat(50_000))],
  ])('is refused and left as it was: %s', async (_, damage) => {
    await damage(await makeDatabase())
    const before = await contents()
    await expect(openDataDir(parent)).rejects.toThrow('is damaged: restore a backup')
    expect(await contents()).toEqual(before)
  })

  it('that is too large to be read before the start is refused by its header and size, else checked after it', async () => {
    const file = await makeDatabase()
    await overwrite(file, 100_000, 'x'.repeat(50_000))
    const opened = await openDataDir(parent, 1000)
    expect(opened.isUnchecked).toBe(true)
    const logged: object[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => logged.push(JSON.parse(line)) })
    await once(checkInBackground(opened.databaseFile, log), 'exit')
    expect(logged).toEqual([
      expect.objectContaining({ level: pino.levels.values.error, msg: expect.stringContaining('restore a backup') }),
    ])
    opened.release()
    await truncate(file, 200_000)
    await expect(openDataDir(parent, 1000)).rejects.toThrow('is damaged: restore a backup')
  })

  it('is not one that a crash left with its newest pages in the log', async () => {
    const opened = await openDataDir(parent)
    const database = openSqlite(opened.databaseFile)
    database.exec('create table t (content blob); insert into t values (randomblob(100000))')
    // As a crash leaves it: copied while it is open.
    const copy = await mkdtemp(path.join(tmpdir(), 'haat-dir-'))
    for (const name of await readdir(parent)) await copyFile(path.join(parent, name), path.join(copy, name))
    database.close()
    opened.release()
    const again = await openDataDir(copy)
    const recovered = openSqlite(again.databaseFile)
    expect(recovered.prepare('select length(content) as bytes from t').get()?.bytes).toBe(100000)
    recovered.close()
    again.release()
    await rm(copy, { recursive: true })
  })
})
