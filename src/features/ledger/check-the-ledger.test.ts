import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { root, temporaryFolder } from '#testing/program.ts'
import { testShop } from '#testing/shop.ts'
import { undoAll } from '#testing/undo.ts'
import { entryHeading, writeEntry } from './server/entry-csv.ts'
import { enter, returnOf, saleOf } from './testing/entries.ts'

const script = path.join(root, 'src/features/ledger/web/check-the-ledger.mjs')
const run = (...files: string[]) => promisify(execFile)(process.execPath, [script, ...files])
afterAll(undoAll)

it('the script of the page finds the last hash, and an entry that was changed, taken out or put elsewhere', async () => {
  const shop = await testShop()
  const folder = await temporaryFolder('check')
  const sale = saleOf('asha')
  const rows = (await enter(shop.db, [sale, saleOf(null), returnOf(sale), saleOf('ravi')])).map(writeEntry)
  const file = async (name: string, some: readonly string[]) => {
    const where = path.join(folder, name)
    await writeFile(where, `${[entryHeading.join(','), ...some].join('\r\n')}\r\n`)
    return where
  }
  const [one = '', two = '', three = '', four = ''] = rows
  const hash = four.slice(four.lastIndexOf(',') + 1)
  const right = `All right. The last hash, of entry 4, is ${hash}\n`
  expect((await run(await file('all', rows))).stdout).toBe(right)
  expect((await run(await file('first', [one, two]), await file('second', [three, four]))).stdout).toBe(right)
  expect((await run(await file('later', [three, four]))).stdout).toBe(right)
  const off = async (some: readonly string[]) => run(await file('off', some)).then(String, (error) => error.stderr)
  expect(await off([one, two.replace(',1000,', ',1001,'), three])).toContain('Entry 2 is off')
  expect(await off([one, three])).toContain('Entry 3 is off')
  expect(await off([one, three, two])).toContain('Entry 3 is off')
  await shop.close()
})
