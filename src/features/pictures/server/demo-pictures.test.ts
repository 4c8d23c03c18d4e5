import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pino from 'pino'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createJobs, type Jobs } from '#kernel/background.ts'
import { takeLock } from '#kernel/db/data-dir.ts'
import { openDemoPictures } from './demo-pictures.ts'
import { findMissing, listVariants } from './picture-files.ts'
import pictures from './pictures.json' with { type: 'json' }

const log = pino({ level: 'silent' })
const variants = listVariants(pictures)
const hero = pictures['hero-still-life'].key
const pot = pictures['pottery-painted-plate-1'].key
/** It works when nobody else does, and the other tests do. */
const TIMEOUT_MS = 180_000
const maker = join(import.meta.dirname, 'make-in-background.ts')

let folder: string
let jobs: Jobs
beforeEach(async () => {
  jobs = createJobs(log)
  folder = await mkdtemp(join(tmpdir(), 'haat-pictures-'))
})
afterEach(async () => {
  await jobs.stop()
  await rm(folder, { recursive: true, force: true })
})

/** As if all but these had been made, so that a test need not wait for some hundred. */
async function fillAllBut(...names: string[]) {
  for (const name of variants.keys()) {
    if (names.includes(name)) continue
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), 'made before')
  }
}
const open = () => openDemoPictures(log, folder)

describe('a shop that opens before its demo pictures are made', () => {
  test('has each in the size and type that was asked for', async () => {
    const shop = await open()
    expect(shop.hasAvif()).toBe(false)
    for (const [name, width, type] of [
      [`${hero}/960.webp`, 960, 'webp'],
      [`${pot}/320.webp`, 320, 'webp'],
      [`${pot}/320.avif`, 320, 'heif'],
    ] as const) {
      await shop.make(name)
      expect(await sharp(join(folder, name)).metadata(), name).toMatchObject({ width, format: type })
    }
  })

  test('makes a file once for all who ask for it, and leaves nothing beside it', async () => {
    const shop = await open()
    const name = `${pot}/480.webp`
    const first = shop.make(name)
    expect(shop.make(name)).toBe(first)
    await first
    expect(shop.make(name)).toBeUndefined()
    expect(await readdir(join(folder, pot))).toEqual(['480.webp'])
  })

  test('makes nothing else than the pictures it knows', async () => {
    const shop = await open()
    for (const name of [`${pot}/481.webp`, `${pot}/480.jpg`, '../package.json', 'product-0a/320.webp', ''])
      expect(shop.make(name)).toBeUndefined()
    expect(await readdir(folder)).toEqual([])
  })

  test('sends a picture that cannot be kept', async () => {
    const file = join(folder, 'no-folder')
    await writeFile(file, '')
    const content = await (await openDemoPictures(log, file)).make(`${pot}/320.webp`)
    expect(await sharp(content).metadata()).toMatchObject({ width: 320, format: 'webp' })
  })

  test(
    'has what is missing made in the background, and then tells that there is AVIF',
    async () => {
      const missing = [`${pot}/320.webp`, `${pot}/320.avif`]
      await fillAllBut(...missing)
      const shop = await open()
      const done = vi.fn()
      jobs.add(shop.job(done))
      jobs.begin('listening')
      await vi.waitFor(() => expect(done).toHaveBeenCalledOnce(), { timeout: TIMEOUT_MS })
      expect(shop.hasAvif()).toBe(true)
      for (const name of missing) expect((await sharp(join(folder, name)).metadata()).width).toBe(320)
      expect(await readFile(join(folder, pot, '480.avif'), 'utf8')).toBe('made before')
      expect((await open()).hasAvif()).toBe(true)
    },
    TIMEOUT_MS,
  )
})

describe('the background process', () => {
  const start = () => spawn(process.execPath, [maker, folder], { stdio: ['pipe', 'ignore', 'inherit'] })
  const missing = async () => (await findMissing(variants, folder)).size

  test('leaves all to the one that is at work, however many shops of this folder start it', async () => {
    await fillAllBut(`${pot}/320.avif`)
    const other = takeLock(folder)
    expect(await once(start(), 'exit')).toEqual([0, null])
    expect(await missing()).toBe(1)
    other.close()
    expect(await once(start(), 'exit')).toEqual([0, null])
    expect(await missing()).toBe(0)
  })

  test('ends with the shop that started it, and what it left is made by the next', async () => {
    await fillAllBut(...[320, 480, 640, 800].flatMap((width) => [`${hero}/${width}.avif`, `${pot}/${width}.avif`]))
    const all = await missing()
    const child = start()
    await vi.waitFor(async () => expect(await missing()).toBeLessThan(all), { timeout: 20_000, interval: 5 })
    // As when the shop is killed: the system closes its end.
    child.stdin.destroy()
    await once(child, 'exit')
    expect(await missing()).toBeGreaterThan(0)
    const next = start()
    await once(next, 'exit')
    expect(await missing()).toBe(0)
  })
})
