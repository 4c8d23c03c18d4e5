import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
const inFolder = (folder: string) =>
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith('.md'))
    .map((name) => folder + name)
const docs = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...inFolder('docs/'), ...inFolder('docs/decisions/')]
const textOf = (file: string) => readFileSync(new URL(file, root), 'utf8')
const filesIn = (text: string) =>
  Array.from(text.matchAll(/`((?:src|scripts|e2e|docs|deploy|migrations)\/[\w./-]+\.\w+)`/g), ([, file = '']) => file)

it.each(docs)('%s names only files that are there', (doc) => {
  expect(filesIn(textOf(doc)).filter((file) => !existsSync(new URL(file, root)))).toEqual([])
})

it.each(docs)('%s links only to files that are there', (doc) => {
  const links = Array.from(textOf(doc).matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g), ([, link = '']) => link)
  expect(links.filter((link) => !existsSync(new URL(link, new URL(doc, root))))).toEqual([])
})

it('ARCHITECTURE.md answers twelve questions and more with a function that is there', () => {
  const answers = Array.from(textOf('ARCHITECTURE.md').matchAll(/^\| .+\? \| `(\w+)` in `([^`]+)` \|$/gm))
  expect(answers.length).toBeGreaterThanOrEqual(12)
  for (const [row, name, file = ''] of answers)
    expect(textOf(file), row).toMatch(new RegExp(`^export (?:async )?(?:function|const) ${name}\\b`, 'm'))
})

it('the index of decisions has each of them, under its number and title', () => {
  const rows = textOf('docs/decisions/README.md')
    .split('\n')
    .filter((line) => /^\| \d+ \|/.test(line))
  const pages = inFolder('docs/decisions/').filter((file) => /\/\d{4}-/.test(file))
  const titled = pages.map((file) => {
    const [, number, title] = /^# (\d+)\. (.+)/.exec(textOf(file)) ?? []
    expect(file).toContain(`/${number?.padStart(4, '0')}-`)
    return `| ${number} | [${title}](${file.replace('docs/decisions/', '')}) |`
  })
  expect(rows).toEqual(titled.toSorted((one, other) => Number(one.split(' ')[1]) - Number(other.split(' ')[1])))
})

const promises = textOf('docs/promises.md')
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => line.split(' |').map((cell) => cell.replace(/^\|/, '').trim()))

it('docs/promises.md names for each promise where it is kept, and the test that holds it', () => {
  const numbers = new Set(promises.map(([number]) => Number(number)))
  expect(Array.from({ length: 32 }, (_, at) => at + 1).filter((number) => !numbers.has(number))).toEqual([])
  expect(promises.map(([number]) => Number(number))).toEqual(
    promises.map(([number]) => Number(number)).toSorted((one, other) => one - other),
  )
  for (const [number, promise = '', place = '', test = ''] of promises) {
    expect(promise, number).not.toBe('')
    expect(place, promise).not.toBe('')
    expect(test, promise).toMatch(/\.(?:test|spec)\.tsx?`|`scripts\/(?:fuzz|chaos|stalls)\//)
  }
})

it('comments cite only promises that there are', () => {
  const sources = ['src/', 'scripts/'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => folder + name),
  )
  const cited = sources.flatMap((file) =>
    Array.from(textOf(file).matchAll(/docs\/promises\.md (\d+)/g), ([, number]) => number),
  )
  const known = promises.map(([number]) => number)
  expect(cited.filter((number) => !known.includes(number))).toEqual([])
})
