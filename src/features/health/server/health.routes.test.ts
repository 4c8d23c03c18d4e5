import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ensureSeller } from '#features/auth/server/auth.service.ts'
import { transact } from '#kernel/background.ts'
import { backupNameAt } from '#kernel/backup-files.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { postOffice } from '#testing/post-office.ts'
import { temporaryFolder } from '#testing/program.ts'
import { onPostgres, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { type CheckName, getShopHealth, listTroubles, sendTestMail } from '../health.contract.ts'
import { noteHealth } from './health.service.ts'
import { troubleMail } from './trouble.mails.ts'

let office: Awaited<ReturnType<typeof postOffice>>
let shop: TestShop
let backups: string
beforeAll(async () => {
  office = await postOffice()
  backups = await temporaryFolder('backups')
  shop = await testShop({ ...sellerSettings, SMTP_URL: office.url, ...(onPostgres ? {} : { BACKUP_DIR: backups }) })
})
afterAll(async () => {
  await shop.close()
  await office.down()
})
const start = new Date('2026-11-28T06:00:00Z')
const later = (ms: number) => shop.setClock(new Date(start.getTime() + ms))
beforeEach(async () => {
  shop.setClock(start)
  for (const table of ['troubles', 'outbox', 'sellers', 'sessions', 'ledger_checks'] as const)
    await shop.db.deleteFrom(table).execute()
  await ensureSeller(shop.deps)
  for (const name of await readdir(backups)) await rm(path.join(backups, name))
  await writeFile(path.join(backups, backupNameAt(start)), '')
})

async function check(name: CheckName) {
  const { checks } = await (await shop.seller()).api(getShopHealth)
  return checks.find((one) => one.name === name)
}
const troubles = async () => (await (await shop.seller()).api(listTroubles)).troubles.map(({ name }) => name)

/** A mail that waits, as if the mail server had refused it. */
async function waitingMail(at: Date) {
  await transact(shop.deps, (tx) => queueMail(tx, { to: 'a@example.com' }, troubleMail.of({ troubles: [] }), at))
  await shop.db
    .updateTable('outbox')
    .set({ try_at: at.getTime() + DAY_MS, attempts: 3, last_error: 'connection refused' })
    .execute()
}

describe('the health of the shop', () => {
  it('says of each part how it is, and which version runs', async () => {
    const { checks, version } = await (await shop.seller()).api(getShopHealth)
    expect(Object.fromEntries(checks.map(({ name, state }) => [name, state]))).toEqual({
      ...{
        mail: 'good',
        backup: onPostgres ? 'off' : 'good',
        disk: 'good',
        ledger: 'off',
        activity: 'off',
        jobs: 'good',
        webhooks: 'off',
        certificate: 'off',
      },
    })
    expect(version).toMatch(/^\d+\.\d+/)
  })

  it('finds mails that wait, with the words of the mail server', async () => {
    await waitingMail(start)
    later(14 * MINUTE_MS)
    expect((await check('mail'))?.state).toBe('good')
    later(16 * MINUTE_MS)
    expect(await check('mail')).toMatchObject({
      state: 'bad',
      says: '1 mail waits, the oldest for 16 minutes: connection refused',
    })
  })

  // PostgreSQL is backed up by its own tools.
  it.skipIf(onPostgres)('finds an old backup', async () => {
    later(25 * HOUR_MS)
    expect((await check('backup'))?.state).toBe('good')
    later(26 * HOUR_MS + MINUTE_MS)
    expect(await check('backup')).toMatchObject({ state: 'bad', says: expect.stringContaining('26 hours old') })
  })

  it('finds a ledger or an activity that is off, or was not checked', async () => {
    const row = { id: 1, at: start.getTime(), entries: 5, bad_number: null, problem: null, activity_problem: null }
    await shop.db.insertInto('ledger_checks').values(row).execute()
    expect((await check('ledger'))?.state).toBe('good')
    await shop.db.updateTable('ledger_checks').set({ bad_number: 3, activity_problem: 'Entry 2 is off' }).execute()
    expect(await check('ledger')).toMatchObject({ state: 'bad', says: expect.stringContaining('Entry 3') })
    expect(await check('activity')).toMatchObject({ state: 'bad', says: 'Entry 2 is off' })
    await shop.db.updateTable('ledger_checks').set({ bad_number: null }).execute()
    later(2 * DAY_MS + MINUTE_MS)
    expect((await check('ledger'))?.state).toBe('bad')
  })

  it('finds a job that failed, until it runs again', async () => {
    let isBroken = true
    shop.deps.jobs.add({
      name: 'broken',
      work: async () => {
        if (isBroken) throw new Error('no')
      },
    })
    await shop.deps.jobs.run('broken')
    expect(await check('jobs')).toMatchObject({ state: 'bad', says: expect.stringContaining('broken') })
    isBroken = false
    await shop.deps.jobs.run('broken')
    expect((await check('jobs'))?.state).toBe('good')
  })
})

describe('a trouble', () => {
  const ledgerIsOff = () =>
    shop.db
      .insertInto('ledger_checks')
      .values({ id: 1, at: start.getTime(), entries: 5, bad_number: 3, problem: null, activity_problem: null })
      .execute()
  const toTeam = async () =>
    (await shop.mailsTo(sellerSettings.SELLER_EMAIL)).filter(({ subject }) => subject.includes('needs you'))

  it('is on every page of the office and mailed once, after an hour, and gone when all is well', async () => {
    await ledgerIsOff()
    const looks = async (from: number, to: number) => {
      for (let minutes = from; minutes <= to; minutes += 5) {
        later(minutes * MINUTE_MS)
        await noteHealth(shop.deps)
      }
    }
    await looks(0, 55)
    expect(await troubles()).toEqual([])
    await looks(60, 75)
    expect(await troubles()).toEqual(['ledger'])
    expect(await toTeam()).toHaveLength(1)
    await shop.db.deleteFrom('ledger_checks').execute()
    await noteHealth(shop.deps)
    expect(await troubles()).toEqual([])
  })

  it('is mailed to nobody without the right team', async () => {
    await ledgerIsOff()
    await shop.db.updateTable('sellers').set({ rights: 'money orders' }).execute()
    for (const minutes of [0, 10, 20, 30, 40, 50, 60]) {
      later(minutes * MINUTE_MS)
      await noteHealth(shop.deps)
    }
    expect(await troubles()).toEqual(['ledger'])
    expect(await toTeam()).toEqual([])
  })
})

describe('a test mail', () => {
  it('is handed to the mail server at once, whose refusal is told', async () => {
    const browser = await shop.seller()
    await browser.api(sendTestMail)
    // Other mails of the shop arrive meanwhile.
    const tests = office.arrived.filter(({ subject }) => subject.startsWith('Test mail of'))
    expect(tests.map(({ to }) => to)).toEqual([[sellerSettings.SELLER_EMAIL]])
    office.refuseMailTo(() => 550)
    await expect(browser.api(sendTestMail)).rejects.toMatchObject({
      code: 'TEST_MAIL_NOT_SENT',
      status: 502,
      message: expect.stringContaining('550'),
    })
  })
})
