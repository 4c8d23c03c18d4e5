import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportLedger } from '#features/ledger/entries-file.contract.ts'
import { appendEntries, takeLedgerTurn } from '#features/ledger/server/entries.ts'
import { transact } from '#kernel/background.ts'
import { paise } from '#shared/money.ts'
import { type TestShop, testShop } from '#testing/shop.ts'

const docs = new URL('../../../docs/ledger.md', import.meta.url)
/** The shop's page shows it too. */
const onPage = new URL('../../features/ledger/web/check-ledger.cjs', import.meta.url)

let shop: TestShop
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'haat-ledger-'))
  const script = /```js\n(.*?)```/s.exec(await readFile(docs, 'utf8'))?.[1] ?? ''
  expect(script.trim().split('\n').length).toBeLessThanOrEqual(20)
  expect(await readFile(onPage, 'utf8')).toBe(script)
  await writeFile(path.join(folder, 'check.js'), script)
  shop = await testShop()
  await enter('2026-10-31T18:29:00Z', 3)
  await enter('2026-11-01T10:00:00Z', 1200)
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

const enter = (at: string, count: number) =>
  transact(shop.deps, async (tx) => {
    await takeLedgerTurn(tx)
    const amounts = { maker: paise(5555), costs: paise(1000), producer: paise(2928), community: paise(172) }
    const entries = Array.from({ length: count }, (_, place) => ({
      ...{ ...amounts, shop: paise(344), tax: paise(200), kind: 'sale' as const, quantity: 1, line: 1 },
      ...{ producerId: place % 3 === 0 ? null : `maker ${place % 3}`, order: { id: `order ${place}`, salt: 'salt' } },
    }))
    return appendEntries(tx, new Date(at), entries)
  })

const file = async (query = '') => {
  const { body, headers, statusCode } = await shop.request({ method: 'GET', url: `${exportLedger.path}${query}` })
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  return body
}

/** Runs the script of the docs on a file. Gives what it prints. */
const check = (text: string) =>
  new Promise<string>((resolve, reject) => {
    const child = execFile(process.execPath, [path.join(folder, 'check.js')], (error, stdout, stderr) =>
      error ? reject(new Error(stderr)) : resolve(stdout.trim()),
    )
    child.stdin?.end(text)
  })

const last = () =>
  shop.db
    .selectFrom('ledger_entries')
    .select(['number', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

it('the script of the docs computes the chain from the public file', async () => {
  const { number, hash } = await last()
  const text = await file()
  expect(text.split('\n')).toHaveLength(1205)
  expect(await check(text)).toBe(`${number} ${hash}`)
  expect(await check(await file('?month=2026-11'))).toBe(`${number} ${hash}`)
  expect(await check(await file('?month=2026-10'))).toMatch(/^3 [0-9a-f]{64}$/)
  expect(await check(await file('?month=2026-12'))).toBe('no entries')
})

it('and names a row that was changed, is missing, or stands elsewhere', async () => {
  const rows = (await file()).split('\n')
  const without = (number: number) => rows.filter((_, at) => at !== number).join('\n')
  await expect(check(without(700))).rejects.toThrow('701: a gap')
  const changed = rows.map((row, at) => (at === 700 ? row.replace(',5555,', ',5556,') : row)).join('\n')
  await expect(check(changed)).rejects.toThrow('700: another hash')
})

it('a month that is none is refused', async () => {
  const answer = await shop.request({ method: 'GET', url: `${exportLedger.path}?month=2026-13` })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ success: false, message: 'Enter a month like 2026-11' })
})
