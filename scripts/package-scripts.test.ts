import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))

/** The shell of Windows knows a program with its arguments, and `&&`. */
const isPlain = (script: string) =>
  script.split(' && ').every((command) => /^(node|npm|tsc|biome|vitest|playwright)( [\w./:=-]+)*$/.test(command))

it('scripts of package.json use no words of one shell, so that Windows starts the shop too', () => {
  const others = Object.entries(scripts).filter(([, script]) => !isPlain(script))
  expect(others).toEqual([])
})

it.each([
  'exec node a.js',
  'env NODE_ENV=production node a.js',
  'NODE_ENV=production node a.js',
  'node a.js | cat',
  "node -e 'a'",
  'node $FILE',
  'rm -rf build',
])('notices %s', (script) => {
  expect(isPlain(script)).toBe(false)
})

it('the shop has the same settings of Node in package.json, the Dockerfile and the unit, and these are heap sizes', () => {
  const settingsIn = (text = '') => text.match(/--[\w-]+=?\w*/g)
  const inUnit = read('deploy/haat.service').match(/^ExecStart=.*$/m)?.[0]
  const inDockerfile = read('Dockerfile').match(/^CMD .*main\.js.*$/m)?.[0]
  const heap = [expect.stringMatching(/^--max-semi-space-size=/), expect.stringMatching(/^--max-old-space-size=/)]
  expect(settingsIn(scripts.start)).toEqual(heap)
  expect(settingsIn(inUnit)).toEqual(settingsIn(scripts.start))
  expect(settingsIn(inDockerfile)).toEqual(settingsIn(scripts.start))
})
