import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodePicture } from './encode-picture.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'haat-pictures-'))
})
afterAll(() => rm(folder, { recursive: true }))

const MEGA = 1_000_000
const square = (megapixels: number, channels: 3 | 4 = 3) => {
  const side = Math.floor(Math.sqrt(megapixels * MEGA))
  return sharp({ create: { width: side, height: side, channels, background: '#233180' } })
}
async function file(name: string, image: Sharp) {
  const to = path.join(folder, name)
  await image.toFile(to)
  return to
}

/** The most memory since the start. On Linux resourceUsage() begins with what the parent had, so the system is asked. */
const peak =
  process.platform === 'linux'
    ? String.raw`Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1])`
    : 'process.resourceUsage().maxRSS'

/** Decodes the pictures at once in a process of their own; says how that ended and by how many MB the process grew. */
async function decode(...files: string[]) {
  const module = JSON.stringify(new URL('encode-picture.ts', import.meta.url).href)
  const script = `
    import { readFileSync } from 'node:fs'
    import { decodePicture } from ${module}
    const before = process.memoryUsage.rss()
    const ends = await Promise.allSettled(process.argv.slice(1).map((file) => decodePicture(file, 1600)))
    const grownMb = (${peak} * 1024 - before) / 1e6
    console.log(JSON.stringify({ ends: ends.map(({ reason }) => reason?.message ?? 'decoded'), grownMb }))`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module-typescript', '--eval', script, '--', ...files],
    { cwd: import.meta.dirname },
  )
  return JSON.parse(stdout)
}

describe('reading a picture', () => {
  it('takes at most 250 MB, four at once at most 600 MB', async () => {
    const costly = await file('a.jpg', square(33).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }))
    const one = await decode(costly)
    expect(one.ends).toEqual(['decoded'])
    expect(one.grownMb).toBeLessThan(250)
    const four = await decode(costly, costly, costly, costly)
    expect(four.ends).toEqual(['decoded', 'decoded', 'decoded', 'decoded'])
    expect(four.grownMb).toBeLessThan(600)
  }, 60_000)

  it('works for 40 megapixels of every usual kind', async () => {
    const image = square(39.9, 4)
    const files = [
      await file('b.jpg', image.clone().jpeg()),
      await file('b.progressive.jpg', image.clone().jpeg({ progressive: true })),
      await file('b.png', image.clone().png({ compressionLevel: 1 })),
      await file('b.webp', image.clone().webp({ effort: 0 })),
    ]
    const { ends, grownMb } = await decode(...files)
    expect(ends).toEqual(['decoded', 'decoded', 'decoded', 'decoded'])
    expect(grownMb).toBeLessThan(600)
  }, 60_000)

  it.each([
    ['AVIF of 12 megapixels', 'c.avif', () => square(12).avif({ effort: 0 })],
    ['AVIF with 10 bits of 9 megapixels', 'd.avif', () => square(9).avif({ effort: 0, bitdepth: 10 })],
    [
      'progressive JPEG of all colours of 36 megapixels',
      'e.jpg',
      () => square(36).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
    ],
    [
      'interlaced PNG with 16 bits of 22 megapixels',
      'f.png',
      () => square(22, 4).toColourspace('rgb16').png({ progressive: true, compressionLevel: 1 }),
    ],
  ])(
    'is refused where it would take more: %s',
    async (_, name, make) => {
      const { ends, grownMb } = await decode(await file(name, make()))
      expect(ends).toEqual(['PICTURE_TOO_COSTLY'])
      expect(grownMb).toBeLessThan(250)
    },
    60_000,
  )

  it('works for an AVIF of 11.6 megapixels', async () => {
    const { ends, grownMb } = await decode(await file('g.avif', square(11.6).avif({ effort: 0 })))
    expect(ends).toEqual(['decoded'])
    expect(grownMb).toBeLessThan(250)
  }, 60_000)
})

describe('colours', () => {
  const [red, green, blue] = [220, 30, 40]
  const plain = () =>
    sharp({ create: { width: 32, height: 32, channels: 3, background: { r: red, g: green, b: blue } } })
  const deep = () => plain().toColourspace('rgb16')

  it.each([
    ['8 bits', () => plain()],
    ['8 bits with the profile of a phone', () => plain().withIccProfile('p3')],
    ['16 bits', () => deep()],
    ['16 bits with the usual profile', () => deep().withIccProfile('srgb')],
    ['16 bits with the profile of a phone', () => deep().withIccProfile('p3')],
    ['16 bits, see-through, with a profile', () => deep().ensureAlpha(0.5).withIccProfile('p3')],
  ])('of a PNG with %s stay as they are', async (_, make) => {
    const { pixels } = await decodePicture(await make().png().toBuffer(), 1600)
    for (const [at, wanted] of [red, green, blue].entries())
      expect(Math.abs((pixels[at] ?? 0) - wanted)).toBeLessThan(3)
  })

  it('of a grey PNG with 16 bits and a profile stay grey', async () => {
    const grey = plain().toColourspace('grey16').withIccProfile('srgb').png()
    const wanted = await plain().toColourspace('b-w').raw().toBuffer()
    const { pixels } = await decodePicture(await grey.toBuffer(), 1600)
    expect(Math.abs((pixels[0] ?? 0) - (wanted[0] ?? 0))).toBeLessThan(3)
  })
})
