import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appendEntries, takeLedgerTurn } from '#features/ledger/server/entries.ts'
import { transact } from '#kernel/background.ts'
import { paise } from '#shared/money.ts'
import { onPostgres, type TestShop, testShop } from '#testing/shop.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

let shop: TestShop
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'haat-command-'))
  // The shop runs meanwhile.
  shop = await testShop({}, onPostgres ? {} : { dataDir: path.join(folder, 'data') })
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const none = { maker: paise(0), costs: paise(0), producer: paise(0), shop: paise(0), tax: paise(0) }
const give = () =>
  transact(shop.deps, async (tx) => {
    await takeLedgerTurn(tx)
    const entry = { ...none, producerId: null, order: null, line: null, quantity: 0, community: paise(-100) }
    return appendEntries(tx, shop.deps.now(), [{ ...entry, kind: 'correction' }])
  })

function check() {
  const { databaseUrl, dataDir } = shop.deps.config
  const env = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
  return new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, ['scripts/check-ledger.ts'], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, said: `${stdout}${stderr}` }),
    )
  })
}

const activity = 'The activity is right: 0 entries\n'

describe('npm run ledger:check', () => {
  it('says that all is right, of an empty ledger too', async () => {
    expect(await check()).toEqual({ code: 0, said: `The ledger is right: 0 entries\n${activity}` })
    await give()
    const [entry] = await give()
    expect(await check()).toEqual({
      code: 0,
      said: `The ledger is right: 2 entries, last hash ${entry?.hash}\n${activity}`,
    })
  })

  it('names the first entry that is off, and ends with 1', async () => {
    await sql`update ledger_sums set community_paise = 0`.execute(shop.db)
    const { code, said } = await check()
    expect(code).toBe(1)
    expect(said).toMatch(/^Entry 1 is off: the sums of \d{4}-\d\d without a producer are not those of its entries\n$/)
  })
})
