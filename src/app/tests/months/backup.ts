import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { restoreBackup } from '#app/backup/restore-backup.ts'
import { writeBackup } from '#app/backup/write-backup.ts'
import { markRestored } from '#app/restored.ts'
import { login } from '#features/auth/auth.contract.ts'
import type { Shopper } from '#features/ledger/testing/random-orders.ts'
import type { PaymentShop } from '#features/payments/testing/payments.ts'
import type { Db } from '#kernel/db/database.ts'
import { onPostgres, postgresAddress, type TestParts } from '#testing/shop.ts'

export interface Backup {
  /** Ids of the orders in it. */
  orders: readonly string[]
  /** Opens a shop from it. */
  restore: () => Promise<PaymentShop>
}

const execute = promisify(execFile)

/** As operators make one: `npm run backup`, or pg_dump. */
export async function takeBackup(
  { db, dataDir, deps }: PaymentShop,
  folder: string,
  open: (name: string, before?: TestParts['before']) => Promise<PaymentShop>,
): Promise<Backup> {
  const madeAt = deps.now()
  const orders = (await db.selectFrom('orders').select('id').execute()).map(({ id }) => id)
  const file = path.join(folder, 'backup')
  const mark = (restored: Db) => markRestored(restored, deps.now(), {}, madeAt)
  if (!onPostgres) {
    await writeBackup({ dataDir, file, overwrite: false })
    const restore = async () => {
      await restoreBackup({ dataDir: path.join(folder, 'restored'), file })
      return open('restored', async (restored) => void (await mark(restored)))
    }
    return { orders, restore }
  }
  await execute('pg_dump', ['--format=custom', '--file', file, await postgresAddress(db)])
  const restore = () =>
    open('restored', async (restored) => {
      await execute('pg_restore', ['--no-owner', '--dbname', await postgresAddress(restored), file])
      await mark(restored)
    })
  return { orders, restore }
}

/** The same person in a shop that was restored: everybody is logged out. */
export async function comeBack(shop: PaymentShop, shopper: Shopper): Promise<Shopper> {
  const own = shop.browser()
  await own.api(login, { body: { email: shopper.email, password: 'a good password' } })
  return { ...shopper, ...own }
}
