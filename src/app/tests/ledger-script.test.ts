import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportLedger } from '#features/ledger/entries-file.contract.ts'
import { appendEntries, takeLedgerTurn } from '#features/ledger/server/entries.ts'
import { headings } from '#features/ledger/server/entry-csv.ts'
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
  expect(script.trim().split('\n').length).toBeLessThanOrEqual(45)
  expect(await readFile(onPage, 'utf8')).toBe(script)
  for (const name of ['check.js', 'check.mjs']) await writeFile(path.join(folder, name), script)
  shop = await testShop()
  await shop.db
    .insertInto('producers')
    .values({
      ...{
        id: 'maker 1',
        name: 'Asha',
        location: '',
        country: '',
        story: '',
        profile_image_url: '',
        cover_image_url: '',
      },
      ...{ years_in_business: 7, specialties: '[]', email: 'asha@example.com', mobile_number: '', ledger_consent: 1 },
      ...{ application_id: null, created_at: 1, approved_at: 1 },
      ...{ search_text: '' },
    })
    .execute()
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

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const file = async (query = '') => {
  const { body, headers, statusCode } = await shop.request({ method: 'GET', url: `${exportLedger.path}${query}` })
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  return body
}

/** Runs the script of the docs on a file. Gives what it prints, and how it ends. */
const run = (text: string, name = 'check.js') =>
  new Promise<{ code: number; said: string }>((resolve) => {
    const child = execFile(process.execPath, [path.join(folder, name)], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: `${stdout}${stderr}`.trim() }),
    )
    child.stdin?.end(text)
  })
const check = async (text: string) => (await run(text)).said.split('\n')[0]

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
  expect(await run(text)).toEqual({
    code: 0,
    said: `${number} ${hash}\n1203 rows computed, 0 known by their place in the chain`,
  })
  expect((await run(text, 'check.mjs')).code).toBe(0)
  expect(await check(await file('?month=2026-11'))).toBe(`${number} ${hash}`)
  expect(await check(await file('?month=2026-10'))).toMatch(/^3 [0-9a-f]{64}$/)
  expect(await check(await file('?month=2026-12'))).toBe('no entries')
})

it('sees that what is not shown is in its place, and says how many rows are which', async () => {
  const agrees = (ledger_consent: number) => shop.db.updateTable('producers').set({ ledger_consent }).execute()
  await agrees(0)
  const { number, hash } = await last()
  const text = await file()
  expect((await run(text)).said).toBe(`${number} ${hash}\n802 rows computed, 401 known by their place in the chain`)
  const rows = text.split('\n')
  const at = rows.findLastIndex((row) => /^2,\d+,,,/.test(row))
  const other = rows.map((row, place) => (place === at ? row.replace(/.$/, (end) => (end === '0' ? '1' : '0')) : row))
  expect(await check(other.join('\n'))).toMatch(/^\d+: not after the row above$/)
  await agrees(1)
})

it('reads both forms of rows one after the other, and numbers that a restore left out', async () => {
  const old: string[] = []
  for (const day of [1, 2, 3]) {
    const before = old.at(-1)?.slice(-64) ?? '0'.repeat(64)
    const cells = `${day},2026-09-0${day}T10:00:00.000Z,sale,1,,,1,5,0,0,0,0,0,${before}`
    old.push(`${cells},${sha256(cells)}`)
  }
  const text = `2,9,2026-09-05,restored,,,,0,0,0,0,0,0,0,0,,${old.at(-1)?.slice(-64)}`
  const next = `${text},${sha256(text)}`
  const both = [headings[1].join(','), ...old, headings[2].join(','), next].join('\n')
  expect(await check(both)).toBe(`9 ${sha256(text)}`)
  expect(await check(both.replace(',restored,', ',payout,'))).toBe('9: a gap')
})

it('names a row that was changed, is missing, or stands elsewhere, without a trace of the program', async () => {
  const rows = (await file()).split('\n')
  const without = (number: number) => rows.filter((_, at) => at !== number).join('\n')
  expect(await run(without(700))).toEqual({ code: 1, said: '701: a gap' })
  const changed = rows.map((row, at) => (at === 700 ? row.replace(/,sale,/, ',loss,') : row)).join('\n')
  expect(await run(changed)).toEqual({ code: 1, said: '700: another hash' })
})

it('is not disturbed by line ends and quotes, and says of what another program saved that it is that', async () => {
  const { number, hash } = await last()
  const text = await file()
  const rows = text.trim().split('\n')
  const right = [
    ...[text.replaceAll('\n', '\r\n'), text.replaceAll('\n', '\r'), `\uFEFF${text}`, `${text}\n\n`],
    rows.map((row) => row.replaceAll(/[^,]+/g, '"$&"')).join('\r\n'),
  ]
  for (const one of right) expect(await check(one)).toBe(`${number} ${hash}`)
  const [heading = '', ...entries] = rows
  const saved = {
    semicolons: text.replaceAll(',', ';'),
    tabs: text.replaceAll(',', '\t'),
    'a title': `The ledger\n${text}`,
    sorted: [heading, ...entries.toSorted()].join('\n'),
    'sorted by hash': [heading, ...entries.toSorted((a, b) => (a.slice(-64) < b.slice(-64) ? -1 : 1))].join('\n'),
    'a row of sums': `${text}Total${','.repeat(17)}`,
    'an empty row': `${text}${','.repeat(17)}`,
    'other days': text.replaceAll(/,(\d{4})-(\d\d)-(\d\d),/g, ',$3/$2/$1,'),
    'rounded numbers': text.replace(/,[0-9a-f]{64}\n/, ',1.2E+63\n'),
    'a column less': rows.map((row) => row.slice(0, row.lastIndexOf(','))).join('\n'),
    'UTF-16': `\uFEFF${text.replaceAll(/./g, '$&\0')}`,
    nothing: '',
  }
  for (const [kind, one] of Object.entries(saved))
    expect([kind, await run(one)]).toEqual([
      kind,
      { code: 1, said: 'This file was saved by another program: fetch it again' },
    ])
})

it('a month that is none is refused', async () => {
  const answer = await shop.request({ method: 'GET', url: `${exportLedger.path}?month=2026-13` })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ success: false, message: 'Enter a month like 2026-11' })
})
