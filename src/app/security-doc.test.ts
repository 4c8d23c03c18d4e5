import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
const text = readFileSync(new URL('docs/security.md', root), 'utf8')
const files = Array.from(text.matchAll(/`((?:src|scripts|e2e)\/[^`]+)`/g), ([, file = '']) => file)

it('docs/security.md names only files that are there', () => {
  expect(files.length).toBeGreaterThan(40)
  expect(files.filter((file) => !existsSync(new URL(file, root)))).toEqual([])
})

it('docs/security.md names a place and a test for each promise', () => {
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| promise'))
  expect(rows.length).toBeGreaterThan(20)
  for (const row of rows) {
    const [, place = '', test = ''] = row.split(' |').map((cell) => cell.trim())
    expect(place, row).not.toBe('')
    expect(test, row).toMatch(/\.(?:test|spec)\.tsx?`|`scripts\/fuzz\//)
  }
})
