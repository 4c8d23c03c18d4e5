import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listEntries, openDataDir } from '#kernel/db/data-dir.ts'
import { testShop } from '#testing/shop.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Kills the process before the n-th step that it takes on the disk. */
const killBefore = (n: number) =>
  `data:text/javascript,${encodeURIComponent(`
    import { promises } from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    let steps = 0
    for (const name of ['mkdir', 'rename', 'rm', 'writeFile']) {
      const step = promises[name]
      promises[name] = (...given) => {
        steps += 1
        if (steps === ${n}) process.kill(process.pid, 'SIGKILL')
        return step(...given)
      }
    }
    syncBuiltinESMExports()`)}`

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'haat-broken-off-'))
  file = path.join(folder, 'shop.tar')
  const shop = await testShop({}, { dataDir: path.join(folder, 'data') })
  await shop.deps.storage.put(`product-${'0'.repeat(24)}/480.webp`, Buffer.alloc(5000, 'picture'))
  await shop.product({ name: 'Brass Lamp' })
  await writeBackup({ dataDir: shop.dataDir, file, overwrite: false })
  await shop.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Restores into the folder in a process that is killed before its n-th step. Did it get that far? */
async function isKilledBefore(n: number, dataDir: string) {
  const child = spawn(process.execPath, [`--import=${killBefore(n)}`, 'scripts/restore.ts', file], {
    cwd: root,
    env: { DATA_DIR: dataDir },
    stdio: 'ignore',
  })
  const [code, signal] = await once(child, 'exit')
  if (signal !== 'SIGKILL') expect(code).toBe(0)
  return signal === 'SIGKILL'
}

async function holdsTheShop(dataDir: string) {
  const shop = await testShop({}, { dataDir })
  expect(await shop.db.selectFrom('products').select('name').execute()).toEqual([{ name: 'Brass Lamp' }])
  expect(await readdir(path.join(dataDir, 'media'))).toEqual([`product-${'0'.repeat(24)}`])
  await shop.close()
}

it('a restore that is killed before any step can be done once more, unless the shop is whole', {
  timeout: 120_000,
}, async () => {
  let n = 1
  for (; ; n++) {
    const dataDir = path.join(folder, String(n))
    if (!(await isKilledBefore(n, dataDir))) break
    const isWhole = await restoreBackup({ dataDir, file }).then(
      () => false,
      (error) => /is not empty/.test(error.message),
    )
    if (isWhole) expect(await listEntries(dataDir)).toContain('haat-data')
    await holdsTheShop(dataDir)
  }
  expect(n).toBeGreaterThan(8)
})

it('no shop is opened in what a broken-off restore has left', async () => {
  const dataDir = path.join(folder, 'half')
  await mkdir(path.join(dataDir, '.restoring'), { recursive: true })
  const refusal = `A restore into DATA_DIR ${dataDir} was interrupted: run npm run restore again`
  await expect(openDataDir(dataDir)).rejects.toThrow(refusal)
  await mkdir(path.join(dataDir, 'media'))
  await expect(openDataDir(dataDir)).rejects.toThrow(refusal)
  // What no restore has written is somebody's.
  await writeFile(path.join(dataDir, 'notes.txt'), '')
  await expect(restoreBackup({ dataDir, file })).rejects.toThrow('is not empty')
  expect(await readdir(dataDir)).toEqual(['.restoring', 'media', 'notes.txt'])
})
