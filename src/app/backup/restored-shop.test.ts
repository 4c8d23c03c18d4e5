import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkResetLink, requestPasswordReset, resetPassword } from '#features/account/account.contract.ts'
import { getHeldMails, releaseHeldMails } from '#features/mails/mails.contract.ts'
import { HOUR_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

let folder: string
const closing: (() => Promise<unknown>)[] = []
const inFolder = (...names: string[]) => path.join(folder, ...names)
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'haat-restored-'))
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await rm(folder, { recursive: true, force: true })
})

const subscribe = (shop: TestShop, email: string) =>
  shop.request({ method: 'POST', url: '/api/newsletter/subscribe', payload: { email } })

/** A shop from a backup that was made while two mails waited, with somebody who was logged in then. */
async function restoredShop() {
  const before = await testShop(sellerSettings, { dataDir: inFolder('data') })
  const shopper = await before.shopper()
  await before.deps.jobs.run('mails')
  await before.deps.jobs.stop()
  for (const email of ['one@example.com', 'two@example.com']) await subscribe(before, email)
  await before.browser().api(requestPasswordReset, { body: { email: shopper.email } })
  const [mail] = (await before.mailsTo(shopper.email)).filter(({ text_body }) => text_body.includes('reset-password'))
  const token = /token=([\w-]+)/.exec(mail?.text_body ?? '')?.[1] ?? ''
  await before.db
    .deleteFrom('outbox')
    .where('id', '=', mail?.id ?? '')
    .execute()
  await writeBackup({ dataDir: inFolder('data'), file: inFolder('shop.tar'), overwrite: false })
  await before.close()
  await restoreBackup({ dataDir: inFolder('restored'), file: inFolder('shop.tar') })
  expect((await readdir(inFolder('restored'))).filter((name) => name.startsWith('haat.sqlite'))).toEqual([
    'haat.sqlite',
  ])
  const shop = await testShop(sellerSettings, { dataDir: inFolder('restored') })
  closing.push(shop.close)
  return { shop, shopper, token }
}

const sentTo = async (shop: TestShop) =>
  (await shop.db.selectFrom('outbox').select('recipient').where('sent_at', 'is not', null).execute()).map(
    ({ recipient }) => recipient,
  )

it('revives no session that was there when the backup was made', async () => {
  const { shop, shopper } = await restoredShop()
  const cookie = [...shopper.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await shop.request({ method: 'GET', url: '/api/user/is-auth', headers: { cookie } })
  expect(answer.statusCode).toBe(401)
})

it('sets no password by a link that was mailed before the backup', async () => {
  const { shop, token } = await restoredShop()
  expect(token).not.toBe('')
  const { api } = shop.browser()
  expect(await api(checkResetLink, { query: { token } })).toMatchObject({ works: false })
  const setting = api(resetPassword, { body: { token, password: 'another good password' } })
  await expect(setting).rejects.toMatchObject({ code: 'RESET_LINK_USED_UP' })
})

it('sends nothing that was unsent then until the seller lets it go; new mails go at once', async () => {
  const { shop, shopper } = await restoredShop()
  await subscribe(shop, 'three@example.com')
  shop.setClock(new Date(Date.now() + HOUR_MS))
  await shop.deps.jobs.run('mails')
  shop.setClock(undefined)
  expect((await sentTo(shop)).toSorted()).toEqual([shopper.email, 'three@example.com'].toSorted())

  const owner = await shop.seller()
  const held = await owner.api(getHeldMails)
  expect(held).toEqual({ count: 2, restoredAt: expect.any(Date) })
  expect(await owner.api(releaseHeldMails, { body: { action: 'send' } })).toEqual({
    message: '2 mails on the way',
    count: 2,
  })
  await shop.deps.jobs.run('mails')
  expect(await sentTo(shop)).toEqual(expect.arrayContaining(['one@example.com', 'two@example.com']))
  expect(await owner.api(getHeldMails)).toEqual({ count: 0, restoredAt: null })
  expect(await owner.api(releaseHeldMails, { body: { action: 'drop' } })).toMatchObject({ count: 0 })
  const { entries } = (await owner.send({ method: 'GET', url: '/api/seller/audit' })).json()
  expect(entries).toMatchObject([{ action: 'mails.sent', summary: '2 mails of a restored backup sent' }])
})

it('deletes them unsent when the seller says so', async () => {
  const { shop } = await restoredShop()
  const owner = await shop.seller()
  await owner.api(releaseHeldMails, { body: { action: 'drop' } })
  expect(await shop.mailsTo('one@example.com')).toEqual([])
  await shop.deps.jobs.run('mails')
  expect(await sentTo(shop)).not.toContain('two@example.com')
})
