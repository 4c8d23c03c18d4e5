import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pino from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { mailKinds } from '#app/features.ts'
import { welcomeMail } from '#features/account/server/account.mails.ts'
import { placeCodOrder } from '#features/orders/orders.contract.ts'
import { markCashReceived, moveOrder } from '#features/orders/seller-orders.contract.ts'
import { transact } from '#kernel/background.ts'
import { readConfig } from '#kernel/config.ts'
import { openDatabase } from '#kernel/db/database.ts'
import { getMigrations } from '#kernel/db/migrate.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import type { KeptMail } from '#kernel/mail/mail-kinds.ts'
import { mailJobs } from '#kernel/mail/mailer.ts'
import { releaseHeld } from '#kernel/mail/outbox.ts'
import { folderStorage } from '#kernel/storage/storage.ts'
import { newId } from '#shared/ids.ts'
import { paise } from '#shared/money.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { readMail } from '#testing/mail.ts'
import { postOffice } from '#testing/post-office.ts'
import { freshPostgres, onPostgres, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function shopWithPost() {
  const office = await postOffice()
  closing.push(office.down)
  const shop = await testShop({
    ...sellerSettings,
    SMTP_URL: office.url,
  })
  closing.push(shop.close)
  const send = () => shop.deps.jobs.run('mails')
  return { office, shop, send }
}

const queue = (shop: TestShop, to: string, mail: KeptMail) =>
  transact(shop.deps, (tx) => queueMail(tx, { to }, mail, shop.deps.now()))
const welcome = (name: string) => welcomeMail.of({ name, token: 'x'.repeat(32), days: 7 })

/** What the version before this one inserted, and when it would send it. */
const ofOlderVersion = (recipient: string, due_at: number) => ({
  id: newId(),
  account_id: null,
  recipient,
  subject: 'Of an older version',
  text_body: 'As it was written.',
  html_body: '<p>As it was written.</p>',
  headers: '{"List-Unsubscribe":"<http://localhost/stop>"}',
  priority: 1,
  created_at: due_at,
  attempts: 0,
  due_at,
})

/** What a process of that version would send now. */
const seenByOlderVersion = (shop: TestShop) =>
  shop.db
    .selectFrom('outbox')
    .select('recipient')
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('held', '=', 0)
    .where('due_at', '<=', Date.now() + 1000 * HOUR_MS)
    .execute()

describe('a mail that is sent late', () => {
  it('says of an order what was true when it was placed', async () => {
    const { office, shop, send } = await shopWithPost()
    const shopper = await shop.shopper()
    await send()
    const product = await shop.product({ name: 'Blue Bowl', pricePaise: 500_00, offerPricePaise: 400_00 })
    const { orderId } = await shopper.api(placeCodOrder, {
      body: { items: [{ product, quantity: 2 }], address: shopper.address._id },
    })
    await shop.db
      .updateTable('products')
      .set({ name: 'Red Jug', offer_price_paise: paise(450_00), archived: 1, delivery_days: '90-95' })
      .execute()
    await shop.db.updateTable('addresses').set({ street: 'Elsewhere 1' }).execute()
    await shop.db.updateTable('users').set({ name: 'Somebody Else' }).execute()
    await send()
    const order = await shop.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
    const [mail] = office.arrived.slice(-1)
    expect(mail).toMatchObject({ to: [shopper.email], subject: `Your Haat order #${order.number}` })
    expect(mail?.text).toContain('Thank you, Ananya.')
    expect(mail?.text).toMatch(/^Blue Bowl\n2 × ₹400 +₹800\.00$/m)
    expect(mail?.text).toContain(shopper.address.street)
    expect(mail?.text).not.toMatch(/Red Jug|Elsewhere|₹450/)
  })

  it('says of a step what was true then, though the order goes on', async () => {
    const { office, shop, send } = await shopWithPost()
    const seller = await shop.seller()
    const shopper = await shop.shopper()
    const product = await shop.product({ offerPricePaise: 400_00 })
    const { orderId: id } = await shopper.api(placeCodOrder, {
      body: { items: [{ product, quantity: 1 }], address: shopper.address._id },
    })
    for (const status of ['Confirmed', 'Packed', 'Shipped', 'Delivered'] as const)
      await seller.api(moveOrder, { params: { id }, body: { status } })
    await seller.api(markCashReceived, { params: { id } })
    await send()
    const text = (end: string) => office.arrived.find(({ subject }) => subject.endsWith(end))?.text
    expect(text('#1001')).toContain('Keep cash ready: ₹408.00 for the courier')
    expect(text('is on its way')).toContain('Keep cash ready: ₹408.00 for the courier')
    expect(text('is paid')).toContain('We have received ₹408.00')
  })

  it('says of an account what was true then', async () => {
    const { office, shop, send } = await shopWithPost()
    const shopper = await shop.shopper('Ananya Rao')
    await shop.db.updateTable('users').set({ name: 'Bina Devi', email: 'other@example.com' }).execute()
    await send()
    expect(office.arrived).toMatchObject([
      { to: [shopper.email], text: expect.stringContaining('Welcome, Ananya Rao.') },
    ])
  })
})

describe('a mail that cannot be written', () => {
  it.each([
    [
      'is of a kind that only a newer version knows',
      { kind: 'of tomorrow', data: '{}', isUrgent: true },
      /“of tomorrow”/,
    ],
    ['lacks what it is to say', { ...welcome('Ananya'), data: '{"name":"Ananya"}' }, /token/],
    ['tells of nothing that is there', { kind: 'order placed', data: '{"orderId":"gone"}', isUrgent: false }, /order/],
    ['cannot be read', { ...welcome('Ananya'), data: '{' }, /JSON/],
  ])('because it %s is noted, tried again later, and given up; others go on', async (_, broken, why) => {
    const { office, shop, send } = await shopWithPost()
    await queue(shop, 'broken@example.com', broken)
    await queue(shop, 'fine@example.com', welcome('Bina'))
    await send()
    await send()
    const row = () =>
      shop.db.selectFrom('outbox').selectAll().where('recipient', '=', 'broken@example.com').executeTakeFirstOrThrow()
    const first = await row()
    expect(office.arrived.map(({ to }) => to)).toEqual([['fine@example.com']])
    expect(first).toMatchObject({
      attempts: 1,
      sent_at: null,
      given_up_at: null,
      last_error: expect.stringMatching(why),
    })
    expect(first.try_at).toBeGreaterThan(Date.now())
    await shop.db.updateTable('outbox').set({ attempts: 119, try_at: 0 }).where('id', '=', first.id).execute()
    await send()
    expect(await row()).toMatchObject({ attempts: 120, given_up_at: expect.any(Number) })
    shop.setClock(new Date(Date.now() + 5 * HOUR_MS))
    await send()
    expect((await row()).attempts).toBe(120)
  })
})

describe('beside a version that wrote mails when it queued them', () => {
  it('sends what that version has queued, as it was written', async () => {
    const { office, shop, send } = await shopWithPost()
    await shop.db
      .insertInto('outbox')
      .values(ofOlderVersion('old@example.com', Date.now() - MINUTE_MS))
      .execute()
    await send()
    await send()
    expect(office.arrived).toMatchObject([{ to: ['old@example.com'], subject: 'Of an older version' }])
    expect(office.arrived[0]?.text.trim()).toBe('As it was written.')
    expect(office.arrived[0]?.headers.get('list-unsubscribe')).toBe('<http://localhost/stop>')
  })

  it('leaves alone what that version has in hand, until its time is over', async () => {
    const { office, shop, send } = await shopWithPost()
    await shop.db
      .insertInto('outbox')
      .values(ofOlderVersion('old@example.com', Date.now() + 5 * MINUTE_MS))
      .execute()
    await send()
    expect(office.arrived).toEqual([])
    shop.setClock(new Date(Date.now() + 6 * MINUTE_MS))
    await send()
    expect(office.arrived).toHaveLength(1)
  })

  it('gives that version nothing that it could not write: new mails, failed ones, those a person let go', async () => {
    const { office, shop, send } = await shopWithPost()
    await queue(shop, 'new@example.com', welcome('Ananya'))
    expect(await seenByOlderVersion(shop)).toEqual([])
    await office.down()
    await send()
    expect(await seenByOlderVersion(shop)).toEqual([])
    await shop.db.insertInto('outbox').values(ofOlderVersion('old@example.com', Date.now())).execute()
    await shop.db.updateTable('outbox').set({ held: 1 }).execute()
    await releaseHeld(shop.db, 'send', new Date())
    expect(await seenByOlderVersion(shop)).toEqual([])
    await office.up()
    await send()
    expect(office.arrived.flatMap(({ to }) => to).toSorted()).toEqual(['new@example.com', 'old@example.com'])
  })

  it('sends after an upgrade what was waiting', async () => {
    const own = onPostgres ? await freshPostgres() : undefined
    const db = openDatabase(own?.href ?? ':memory:')
    const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-test-'))
    closing.push(async () => {
      await db.destroy()
      await own?.drop()
      await rm(dataDir, { recursive: true })
    })
    const migrator = new Migrator({ db, provider: { getMigrations } })
    await migrator.migrateTo('0017-stock-alerts')
    const { priority, ...waiting } = ofOlderVersion('old@example.com', 1000)
    await sql`insert into outbox (${sql.join(Object.keys(waiting).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(waiting))})`.execute(db)
    expect((await migrator.migrateToLatest()).error).toBeUndefined()
    const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir })
    const storage = folderStorage(path.join(dataDir, 'media'))
    const [job] = mailJobs({ db, config, storage, log: pino({ level: 'silent' }), now: () => new Date() }, mailKinds)
    await job?.work(() => false)
    const files = await readdir(path.join(dataDir, 'mail'))
    expect(files).toEqual([`${waiting.id}.eml`])
    const mail = readMail(await readFile(path.join(dataDir, 'mail', files[0] ?? ''), 'utf8'))
    expect(mail.headers.get('to')).toBe('old@example.com')
    expect(mail.text.trim()).toBe('As it was written.')
  })
})

it('has one kind of mail for each name', () => {
  const names = mailKinds.map(({ name }) => name)
  expect(names).toHaveLength(new Set(names).size)
  expect(names.length).toBeGreaterThan(10)
})
