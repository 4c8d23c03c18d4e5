import { setTimeout } from 'node:timers/promises'
import { SECOND_MS } from '#shared/time.ts'
import type { Load } from './load.ts'
import type { Database } from './members.ts'
import { isMigrated, makeNextVersion } from './next-version.ts'
import type { Shops } from './shops.ts'

/** After so long the next order goes the new way. */
const BROKEN_MS = 2 * SECOND_MS
/** A break, or two versions side by side, is watched for so long. */
const WHILE_MS = 5 * SECOND_MS
/** For steps that need no waiting. */
const MOMENT_MS = SECOND_MS

interface Stage {
  database: Database
  shops: Shops
  load: Load
}

/** Breaks something, and waits until orders are acknowledged again. */
async function breakIt({ load }: Stage, doIt: () => void) {
  doIt()
  await setTimeout(BROKEN_MS)
  await load.untilOrder()
}

/** Each step leaves all machines up. */
export const steps: Record<string, (stage: Stage) => Promise<void>> = {
  async postgres(stage) {
    const { database, load } = stage
    const primary = await database.primary()
    await load.watch('PostgreSQL alone is killed, the primary', { gapMs: 15 * SECOND_MS }, async () => {
      await breakIt(stage, primary.killPostgres)
      await database.untilWhole()
    })
  },

  async member(stage) {
    const { database, load } = stage
    const primary = await database.primary()
    await load.watch('the machine of the primary dies', { gapMs: 40 * SECOND_MS }, () => breakIt(stage, primary.kill))
    await load.watch('it comes back', { gapMs: MOMENT_MS }, async () => {
      primary.start()
      await database.untilWhole()
    })
  },

  async standby(stage) {
    const { database, load } = stage
    const standby = await database.standby()
    await load.watch('the synchronous standby is cut off', { gapMs: 15 * SECOND_MS }, async () => {
      await breakIt(stage, standby.freeze)
      await setTimeout(WHILE_MS)
    })
    await load.watch('it is reached again', { gapMs: MOMENT_MS }, async () => {
      standby.goOn()
      await setTimeout(WHILE_MS)
      await database.untilWhole()
    })
  },

  async shop(stage) {
    const { shops, proxy } = stage.shops
    const [shop] = shops
    if (!shop) return
    await stage.load.watch('a machine of the shop dies', { gapMs: MOMENT_MS }, async () => {
      await breakIt(stage, shop.kill)
      await setTimeout(WHILE_MS)
    })
    await stage.load.watch('it is started again', { gapMs: MOMENT_MS, pagesLost: 0 }, async () => {
      await shop.start()
      await proxy.untilIn(shop.name)
    })
  },

  async update({ shops: { shops, proxy, databaseUrl }, load }) {
    const next = await makeNextVersion()
    await load.watch(
      'a new version with a migration, machine by machine',
      { gapMs: MOMENT_MS, pagesLost: 0 },
      async () => {
        for (const shop of shops) {
          await proxy.takeOut(shop.name)
          await shop.restart(next)
          await proxy.takeIn(shop.name)
          await proxy.untilIn(shop.name)
          // Old and new side by side.
          await setTimeout(WHILE_MS)
        }
      },
    )
    if (!(await isMigrated(databaseUrl))) throw new Error('the new version has not migrated the database')
  },
}
