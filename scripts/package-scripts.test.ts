import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)

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
