import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

// Every regular expression of the server, for all of them may see a text that somebody sent: tried with long repetitions of what it takes,
// and an end that it does not take.

const root = fileURLToPath(new URL('../../', import.meta.url))
/**
 * Of the thread itself, so that a busy machine does not matter. One that takes the square of the longest text takes five times as long or
 * more, one that reads it once a hundredth.
 */
const MOST_MS = 50
/** Lengths, so that one that takes the cube of it is found before it holds the test. */
const lengths = [200, 1000, 20_000]

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !/(?:\.test\.tsx?$|\/testing\/|^testing\/)/.test(name),
)

/** Regular expressions as they are written: after a sign that no division can follow. */
const literal =
  /(?<=[(,=:[!&|?;{}]\s*|=>\s*|return\s+|^\s*)\/(?![*/])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/gm

const found = new Map<string, { file: string; expression: RegExp }>()
for (const file of files) {
  const text = readFileSync(root + file, 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')
  for (const [, source = '', flags = ''] of text.matchAll(literal)) {
    try {
      found.set(`/${source}/${flags}`, { file, expression: new RegExp(source, flags) })
    } catch {
      // What only looks like one.
    }
  }
}

/** Signs that an expression takes, by what is written in it. */
function signsOf({ source }: RegExp) {
  const own = [...source.replace(/\\[pP]\{[^}]*\}|\\u\{?[0-9a-f]+\}?|\\[a-zA-Z]|[\\^$()[\]{}?*+|]/gi, '')]
  const classes = [
    ...(/\\s|\[\^|\./.test(source) ? [' ', '\n'] : []),
    ...(/\\d|\\w|0-9|Nd|\./.test(source) ? ['0'] : []),
    ...(/\\w|a-z|\\p\{L|\./i.test(source) ? ['a', 'A'] : []),
    ...(/\\p\{/.test(source) ? ['\u0301', '\u200d', 'मि'] : []),
    ...['"', '-', '<'].filter((sign) => /\[\^|\./.test(source) && !source.includes(sign)),
  ]
  return [...new Set([...classes, ...own])].slice(0, 14)
}

function attacksOf(expression: RegExp) {
  const signs = signsOf(expression)
  const pairs = signs.flatMap((one, at) => signs.slice(at + 1, at + 5).map((other) => one + other))
  return [...signs, ...pairs]
}

function thinkingMs(work: () => void) {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** The text that takes an expression longest, and for how long; undefined where none takes it long. */
function slowest(expression: RegExp) {
  for (const length of lengths)
    for (const unit of attacksOf(expression))
      for (const end of ['\n!', '!\n!', '\u0000']) {
        const attack = unit.repeat(length / unit.length) + end
        const tryIt = () => thinkingMs(() => attack.replace(expression, ''))
        // What is slow once may have been compiled, or memory was tidied up.
        const ms = tryIt() > MOST_MS ? tryIt() : 0
        if (ms > MOST_MS) return `${length} of ${JSON.stringify(unit)}: ${Math.round(ms)} ms`
      }
  return undefined
}

describe('no text that somebody sends holds up everybody else', () => {
  it('is read by many expressions', () => {
    expect(found.size).toBeGreaterThan(200)
  })
  it.each([...found])('%s', { timeout: 60_000 }, (_, { expression }) => expect(slowest(expression)).toBeUndefined())
})
