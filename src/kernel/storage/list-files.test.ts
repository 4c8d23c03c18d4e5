import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listFiles } from './list-files.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'haat-files-'))
})
afterEach(() => rm(root, { recursive: true }))

it('lists the files of each folder, though another folder goes meanwhile', async () => {
  await mkdir(path.join(root, 'product-1'))
  await writeFile(path.join(root, 'product-1', '320.webp'), 'picture')
  await writeFile(path.join(root, 'notes.txt'), 'not in a folder')
  // As a folder that was removed after the names were read: there is a name, and nothing behind it.
  await symlink(path.join(root, 'gone'), path.join(root, 'product-0'))
  expect(await listFiles(root)).toEqual(['product-1/320.webp'])
})

it('lists nothing of a folder that is not there', async () => {
  expect(await listFiles(path.join(root, 'nothing'))).toEqual([])
})
