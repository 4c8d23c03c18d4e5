import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { words } from '#app/features.ts'
import type { Words } from '#shared/messages.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'

// A code has its sentence in one words file, and something says it. Words files in a folder `web` are a page's: no codes.

const root = fileURLToPath(new URL('../../', import.meta.url))

const modules = import.meta.glob<Record<string, Words>>(['../../**/*.words.en.ts', '!../../**/web/**'], {
  eager: true,
})

/** Each code with its sentence and the file in which it is written; one may take in those of another. */
const sentences = Object.entries(modules).flatMap(([path, module]) => {
  const file = path.replace('../../', '')
  const written = new Set(
    Array.from(readFileSync(root + file, 'utf8').matchAll(/^ {2}(\w+)[:(]/gm), ([, code]) => code),
  )
  return Object.entries(module).flatMap(([name, words]) =>
    Object.entries(words).flatMap(([code, sentence]) => (written.has(code) ? [{ file, name, code, sentence }] : [])),
  )
})

const places = (found: typeof sentences) => found.map(({ file, code }) => `${file}: ${code}`)

describe('a words file', () => {
  it('exports words alone, so that what stands here finds them', () => {
    expect(sentences.length).toBeGreaterThan(100)
    expect(places(sentences.filter(({ name, code }) => !/En$/.test(name) || !/^[A-Z][A-Z0-9_]+$/.test(code)))).toEqual(
      [],
    )
  })

  it('has no code of another', () => {
    const byCode = Map.groupBy(sentences, ({ code }) => code)
    expect([...byCode.values()].filter((found) => found.length > 1).flatMap(places)).toEqual([])
  })

  it('is among the words of the shop', () => {
    expect(places(sentences.filter(({ code, sentence }) => words.en[code] !== sentence))).toEqual([])
  })
})

const contracts = import.meta.glob<Record<string, unknown>>('../../features/**/*.contract.ts', { eager: true })

const isErrorKind = (exported: unknown): exported is { code: string } =>
  typeof exported === 'function' && 'code' in exported && 'status' in exported

describe('an error has a sentence', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await testShop(sellerSettings)
  })
  afterAll(() => shop.close())

  it('where an endpoint may answer with it', () => {
    const named = shop.app.endpoints.flatMap(({ name, errors = [] }) => errors.map(({ code }) => ({ name, code })))
    expect(named.length).toBeGreaterThan(100)
    const silent = named.filter(({ code }) => !Object.hasOwn(words.en, code))
    expect(silent.map(({ name, code }) => `${name}: ${code}`)).toEqual([])
  })

  it('where a contract declares it', () => {
    const kinds = Object.entries(contracts).flatMap(([path, contract]) =>
      Object.values(contract)
        .filter(isErrorKind)
        .map(({ code }) => ({ file: path.replace('../../', ''), code })),
    )
    expect(kinds.length).toBeGreaterThan(50)
    const silent = kinds.filter(({ code }) => !Object.hasOwn(words.en, code))
    expect(silent.map(({ file, code }) => `${file}: ${code}`)).toEqual([])
  })
})

/** The code of the shop, without words and tests. */
const source = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(
    (name) => /\.tsx?$/.test(name) && !/\.words\.\w+\.ts$|\.test\.tsx?$|(?:^|\/)testing\/|^app\/tests\//.test(name),
  )
  .map((name) => readFileSync(root + name, 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, ''))
  .join('\n')

/** Codes as they are written: quoted, or as a property of words. */
const said = new Set(
  Array.from(source.matchAll(/'([A-Z][A-Z0-9_]+)'|\w+En\.([A-Z][A-Z0-9_]+)\b/g), ([, a, b]) => a ?? b),
)

/** Only rows that an older shop wrote say it. */
const OLD = 'TOLD'

it('says each sentence somewhere', () => {
  expect(places(sentences.filter(({ code }) => code !== OLD && !said.has(code)))).toEqual([])
})
