import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

test('no part of the shop uses a file named seller-…, whose classes are in seller.css alone', () => {
  const importsSeller = /from '[^']*\/seller[^'/]*\.tsx'/
  const parts = globSync('src/**/*.tsx').filter((file) => !basename(file).startsWith('seller'))
  expect(parts.length).toBeGreaterThan(100)
  expect(parts.filter((file) => importsSeller.test(readFileSync(file, 'utf8')))).toEqual([])
})
