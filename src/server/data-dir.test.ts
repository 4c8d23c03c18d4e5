import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDataDir } from './data-dir.ts'

let parent: string
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'haat-dir-'))
})
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

  it('with a damaged database is refused', async () => {
    const opened = await openDataDir(parent)
    opened.release()
    await writeFile(opened.databaseFile, 'this is no database at all')
    await expect(openDataDir(parent)).rejects.toThrow('is damaged: restore a backup')
  })
})
