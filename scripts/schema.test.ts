import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { schemaFile, schemaPage } from './schema.ts'

it('docs/schema.md says what the tables are: `npm run schema` writes it', async () => {
  expect(await readFile(schemaFile, 'utf8')).toBe(await schemaPage())
})

it('tells whose a table is, what a column means and where an arrow leads', async () => {
  const page = await schemaPage()
  expect(page).toContain('  order_lines --> orders\n')
  expect(page).toMatch(/## ledger\n[\s\S]*### ledger_entries\n\n1, 2, 3 …, each with the hash of the one before/)
  expect(page).toContain('| `order_id` | text | key, → orders |  |')
  expect(page).toContain('| `quantity` | integer |  | Pieces: below 0 where they go back. |')
})
