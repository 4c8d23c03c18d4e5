import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = new URL('../migrations/', import.meta.url)
const kept: Record<string, string> = JSON.parse(readFileSync(new URL('hashes.json', folder), 'utf8'))

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .sort()
const hashes = Object.fromEntries(
  files.map((name) => [
    name,
    createHash('sha256')
      .update(readFileSync(new URL(name, folder)))
      .digest('hex'),
  ]),
)
/** It may change until the next one comes. */
const newest = files.findLast((name) => /^\d/.test(name)) ?? ''

it('a migration never changes again: shops and backups of its time are what it left', () => {
  const { [newest]: _, ...older } = hashes
  const { [newest]: __, ...expected } = kept
  expect(older).toEqual(expected)
})
