import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createJobs } from '#kernel/background.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { type TestShop, testShop } from '#testing/shop.ts'
import { restoreBackup } from './restore-backup.ts'
import { backupJob } from './scheduled-backups.ts'

let folder: string
let shop: TestShop
let time: number
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'haat-keeper-'))
  shop = await testShop({}, { dataDir: path.join(folder, 'data') })
  time = Date.parse('2026-01-31T10:00:00Z')
})
afterEach(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const backups = () => path.join(folder, 'backups')
function keeperOf(given: Partial<{ dir: string; keep: number }> = {}) {
  const jobs = createJobs(shop.deps.log)
  jobs.add(
    backupJob({ ...shop.deps, now: () => new Date(time) }, { dir: backups(), everyMs: HOUR_MS, keep: 2, ...given }),
  )
  return { runDue: () => jobs.run('backups'), stop: jobs.stop }
}
const counted = async (name: string) => (await shop.deps.metrics.shop.getSingleMetricAsString(name)).split('\n')

describe('regular backups', () => {
  it('are made when the newest is too old, and only as many as wanted are kept', async () => {
    const keeper = keeperOf()
    await keeper.runDue()
    expect(await readdir(backups())).toEqual(['haat-2026-01-31T10-00-00Z.tar'])
    time += HOUR_MS - MINUTE_MS
    await keeper.runDue()
    expect(await readdir(backups())).toHaveLength(1)
    time += MINUTE_MS
    await keeper.runDue()
    time += HOUR_MS
    await keeper.runDue()
    expect(await readdir(backups())).toEqual(['haat-2026-01-31T11-00-00Z.tar', 'haat-2026-01-31T12-00-00Z.tar'])
    expect(await counted('haat_backups_total')).toContain('haat_backups_total{result="made"} 3')
    const newest = Date.parse('2026-01-31T12:00:00Z') / 1000
    expect(await counted('haat_backup_newest_timestamp_seconds')).toContain(
      `haat_backup_newest_timestamp_seconds ${newest}`,
    )
  })

  it('can be restored', async () => {
    await shop.product({ name: 'Brass Lamp' })
    await keeperOf().runDue()
    const [name = ''] = await readdir(backups())
    await restoreBackup({ dataDir: path.join(folder, 'restored'), file: path.join(backups(), name) })
    const restored = await testShop({}, { dataDir: path.join(folder, 'restored') })
    expect(await restored.db.selectFrom('products').select('name').execute()).toEqual([{ name: 'Brass Lamp' }])
    await restored.close()
  })

  it('know from the files what a process before this one has made', async () => {
    await keeperOf().runDue()
    await keeperOf().runDue()
    expect(await readdir(backups())).toHaveLength(1)
    expect(await counted('haat_backups_total')).toContain('haat_backups_total{result="made"} 1')
  })

  it('that fail are counted, cost no older one, and are tried again after an hour', async () => {
    const keeper = keeperOf({ keep: 1 })
    await keeper.runDue()
    const before = await readdir(backups())
    await rm(path.join(folder, 'data', 'haat-data'))
    time += HOUR_MS
    await keeper.runDue()
    time += MINUTE_MS
    await keeper.runDue()
    expect(await counted('haat_backups_total')).toContain('haat_backups_total{result="failed"} 1')
    expect(await readdir(backups())).toEqual(before)

    await writeFile(path.join(folder, 'data', 'haat-data'), '')
    time += HOUR_MS
    await keeper.runDue()
    expect(await readdir(backups())).toEqual(['haat-2026-01-31T12-01-00Z.tar'])
  })

  it('clear away what one that was broken off has left, and nothing of others', async () => {
    await keeperOf().runDue()
    await writeFile(path.join(backups(), 'haat-2026-01-30T10-00-00Z.tar.0a1b2c3d.part'), 'half')
    await writeFile(path.join(backups(), 'haat-2026-01-30T10-00-00Z.tar.0a1b2c3d.snapshot'), 'half')
    await writeFile(path.join(backups(), 'notes.txt'), 'mine')
    time += HOUR_MS
    await keeperOf({ keep: 1 }).runDue()
    expect(await readdir(backups())).toEqual(['haat-2026-01-31T11-00-00Z.tar', 'notes.txt'])
  })

  it('do not hold up a shop that stops', async () => {
    const keeper = keeperOf()
    const running = keeper.runDue()
    await keeper.stop()
    await running
    expect((await readdir(backups()).catch(() => [])).filter((name) => name.endsWith('.tar'))).toEqual([])
    expect(await counted('haat_backups_total')).not.toContain('haat_backups_total{result="failed"} 1')
  })
})
