import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const root = new URL('../', import.meta.url)
const Names = z.record(z.string(), z.string()).default({})
const Entry = z.object({
  version: z.string().optional(),
  resolved: z.string().optional(),
  link: z.boolean().default(false),
  inBundle: z.boolean().default(false),
  integrity: z.string().optional(),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
  libc: z.array(z.string()).optional(),
  dependencies: Names,
  devDependencies: Names,
  optionalDependencies: Names,
  peerDependencies: Names,
})
type Entry = z.output<typeof Entry>
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, root), 'utf8'))
const { packages } = z.object({ packages: z.record(z.string(), Entry) }).parse(read('package-lock.json'))
const shop = Entry.parse(read('package.json'))
const tools = Entry.parse(read('tools/package.json'))
const installed = Object.entries(packages).filter(([path]) => path.startsWith('node_modules/'))

/** Where Node finds a package from within another one. */
function find(from: string, name: string) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder && `${folder}/`}node_modules/${name}`
    if (packages[path] || folder === '') return path
  }
}

/** Everything that comes with these packages, on any platform. */
function closure(names: string[]) {
  const paths = new Set<string>()
  const add = (path: string) => {
    const entry = packages[path]
    if (!entry || paths.has(path)) return
    paths.add(path)
    const { dependencies, optionalDependencies, peerDependencies } = entry
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      add(find(path, name))
    }
  }
  for (const name of names) add(find('', name))
  return paths
}

const platforms = [
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
  ['win32', 'x64'],
  ['win32', 'arm64'],
] as const

const isFor = ({ os, cpu, libc }: Entry, [system, processor]: readonly [string, string]) =>
  os?.includes(system) && (cpu === undefined || cpu.includes(processor)) && (libc?.includes('glibc') ?? true)

describe('package-lock.json', () => {
  test('names no registry: only the folder of our own that is linked', () => {
    const resolved = installed.filter(([, entry]) => entry.resolved !== undefined)
    expect(resolved.map(([path, { link }]) => [path, link])).toEqual([['node_modules/haat-tools', true]])
  })

  test('has the checksum of every package', () => {
    const downloaded = installed.filter(([, { link, inBundle }]) => !link && !inBundle)
    for (const [path, { integrity }] of downloaded) expect(integrity, path).toMatch(/^sha512-/)
  })

  test('has every optional package that another one names, so that npm ci takes it', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
      Object.keys(optionalDependencies).filter((name) => packages[find(path, name)] === undefined),
    )
    expect(missing).toEqual([])
  })

  test('serves Linux, macOS and Windows, on arm64 and x64', () => {
    let checked = 0
    for (const [path, { os, optionalDependencies }] of Object.entries(packages)) {
      // For one system itself, such as sharp's for Linux, which names its libvips.
      if (os) continue
      const parts = Object.keys(optionalDependencies).flatMap((name) => packages[find(path, name)] ?? [])
      // Some help on one system alone, such as fsevents.
      if (!parts.some((part) => isFor(part, ['linux', 'x64']))) continue
      checked += 1
      for (const platform of platforms) {
        expect(
          parts.some((part) => isFor(part, platform)),
          `${path} on ${platform.join('-')}`,
        ).toBe(true)
      }
    }
    // sharp, rolldown, lightningcss, Tailwind, TypeScript, Biome.
    expect(checked).toBeGreaterThanOrEqual(6)
  })

  test('is taken by npm ci', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'haat-lock-'))
    try {
      for (const file of ['package.json', 'package-lock.json', '.npmrc', 'tools/package.json'])
        await cp(new URL(file, root), join(folder, file))
      const args = ['ci', '--dry-run', '--offline', '--ignore-scripts']
      expect(execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })).toContain('added')
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('what is installed', () => {
  const developing = /^node_modules\/(typescript|lighthouse|vitest|@biomejs\/|@playwright\/|@sparticuz\/|fast-check)/
  const beyond = (names: string[]) => [...closure(names)].filter((path) => developing.test(path))

  // Those who check passkeys bring 23, which read certificates of devices.
  test('in production is what the running shop needs: at most 198 packages', () => {
    const paths = [...closure(Object.keys(shop.dependencies))]
    const here = paths.filter((path) => packages[path]?.os === undefined || isFor(packages[path], ['linux', 'x64']))
    expect(here.length).toBeLessThanOrEqual(198)
    expect(beyond(Object.keys(shop.dependencies))).toEqual([])
    expect(paths.filter((path) => /^node_modules\/(vite|tailwindcss|@react-router\/)/.test(path))).toEqual([])
  })

  test('for npm start is that and what builds the pages, without what tests and checks it', () => {
    const names = Object.keys({ ...shop.dependencies, ...shop.devDependencies })
    expect(closure(names)).toContain('node_modules/vite')
    expect(beyond(names)).toEqual([])
    expect(Object.keys(tools.devDependencies)).toContain('@biomejs/biome')
  })
})
