import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { mailKinds } from '#app/features.ts'
import { createJobs } from '#kernel/background.ts'
import { HOUR_MS } from '#shared/time.ts'
import { readMail } from '#testing/mail.ts'
import { postOffice } from '#testing/post-office.ts'
import { onPostgres, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { mailJobs } from './mailer.ts'
import { deleteOldMails } from './outbox.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function shopWithPost(settings: Record<string, string> = {}) {
  const post = await postOffice()
  closing.push(post.down)
  const shop = await testShop({
    ...sellerSettings,
    SMTP_URL: post.url,
    ...settings,
  })
  closing.push(shop.close)
  return { post, shop }
}

const application = {
  name: 'Bina Devi',
  location: 'Imphal',
  country: 'India',
  story: 'We weave.',
  profileImageUrl: 'https://pictures.example/a.jpg',
  coverImageUrl: 'https://pictures.example/b.jpg',
  yearsInBusiness: 7,
  specialties: 'silk',
  mobileNumber: '+91 98450 12345',
}
const post = (shop: TestShop, url: string, payload: object) => shop.request({ method: 'POST', url, payload })
const subscribe = (shop: TestShop, email: string) => post(shop, '/api/newsletter/subscribe', { email })
const unsent = async (shop: TestShop) =>
  (await shop.db.selectFrom('outbox').select('id').where('sent_at', 'is', null).execute()).length

describe('the post', () => {
  it('brings every kind of mail, as text and as HTML, from the shop to the person', async () => {
    const { post: office, shop } = await shopWithPost()
    const shopper = await shop.shopper('Ananya <Rao>')
    const seller = await shop.seller()
    const product = await shop.product({ name: 'Bowl & <b>lid</b>', pricePaise: 12_34_500, offerPricePaise: 12_34_500 })
    const order = async () => {
      const placed = await shopper.send({
        method: 'POST',
        url: '/api/order/cod',
        payload: { items: [{ product, quantity: 1 }], address: shopper.address._id },
        headers: { 'idempotency-key': `${Math.random()}` },
      })
      return String(placed.json().orderId)
    }
    const [delivered, cancelled] = [await order(), await order()]
    for (const status of ['Confirmed', 'Packed', 'Shipped', 'Delivered']) {
      await seller.send({ method: 'POST', url: `/api/order/${delivered}/status`, payload: { status } })
    }
    await seller.send({ method: 'POST', url: `/api/order/${delivered}/cash-received` })
    await shopper.send({ method: 'POST', url: `/api/order/${cancelled}/cancel` })
    for (const status of ['approved', 'rejected']) {
      const email = `${status}@example.com`
      await post(shop, '/api/producer/submit', { ...application, email })
      const { applications } = (
        await seller.send({ method: 'GET', url: '/api/producer/applications?status=pending' })
      ).json()
      await seller.send({ method: 'PATCH', url: `/api/producer/status/${applications[0]._id}`, payload: { status } })
    }
    await subscribe(shop, 'reader@example.com')
    await post(shop, '/api/user/password/reset-request', { email: shopper.email })
    await shop.deps.jobs.run('mails')

    const received = office.arrived.map(({ to, subject }) => `${to.join()}: ${subject}`)
    // The address's e-mail is for the courier: anybody's can stand there.
    const receiver = shopper.email
    expect(received.toSorted()).toEqual(
      [
        `${shopper.email}: Welcome to Haat`,
        `${receiver}: Your Haat order #1001`,
        `${receiver}: Your Haat order #1002`,
        `${receiver}: Your Haat order #1001 is on its way`,
        `${receiver}: Your Haat order #1001 was delivered`,
        `${receiver}: Your Haat order #1001 is paid`,
        `${receiver}: Your Haat order #1002 was cancelled`,
        'approved@example.com: Haat has your application',
        'approved@example.com: Welcome to Haat',
        'rejected@example.com: Haat has your application',
        'rejected@example.com: Your application to Haat',
        'reader@example.com: Your Haat newsletter',
        `${shopper.email}: Set a new password`,
      ].toSorted(),
    )
    for (const mail of office.arrived) {
      expect(mail.from).toBe('shop@haat.example')
      expect(mail.headers.get('from')).toBe('Haat <shop@haat.example>')
      expect(mail.headers.get('to')).toBe(mail.to[0])
      expect(mail.headers.get('content-type')).toMatch(/^multipart\/alternative/)
      expect(mail.text).toMatch(/^[^\n]+[.?]\n\n[\s\S]+Questions\? Write to support@haat\.example\./)
      expect(mail.html).toMatch(/^<!doctype html>\s*<html lang="en-IN">[\s\S]+<\/html>\s*$/)
      expect(mail.html).not.toMatch(/<script|<b>|<Rao>|src=|undefined|NaN/)
      expect(mail.text).not.toMatch(/undefined|NaN|\[object/)
    }
    const placed = office.arrived.find(({ subject }) => subject === 'Your Haat order #1001')
    expect(placed?.text).toMatch(/^Bowl & <b>lid<\/b>\n1 × ₹12,345 +₹12,345\.00$/m)
    expect(placed?.html).toContain('Bowl &amp; &lt;b&gt;lid&lt;/b&gt;')
    const letter = office.arrived.find(({ subject }) => subject === 'Your Haat newsletter')
    expect(letter?.headers.get('list-unsubscribe')).toMatch(
      /^<http:\/\/localhost:3000\/newsletter\/unsubscribe\?token=[\w-]{32}>$/,
    )
    expect(letter?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(await unsent(shop)).toBe(0)
  })

  it('waits while the server is away, and brings each mail once when it is back', async () => {
    const { post: office, shop } = await shopWithPost()
    await subscribe(shop, 'first@example.com')
    await shop.deps.jobs.run('mails')
    await office.down()
    const late = Array.from({ length: 25 }, (_, at) => `late${at}@example.com`)
    for (const email of late) expect((await subscribe(shop, email)).statusCode).toBe(200)
    await shop.deps.jobs.run('mails')
    expect(await unsent(shop)).toBe(25)
    const [failed] = await shop.mailsTo('late0@example.com')
    expect(failed).toMatchObject({ attempts: 1, last_error: expect.stringContaining('ECONNREFUSED') })
    expect(failed?.try_at).toBeGreaterThan(Date.now())

    await office.up()
    await shop.deps.jobs.run('mails')
    expect(office.arrived.map(({ to }) => to)).toEqual([['first@example.com']])
    shop.setClock(new Date(Date.now() + HOUR_MS))
    await shop.deps.jobs.run('mails')
    await shop.deps.jobs.run('mails')
    shop.setClock(undefined)
    expect(office.arrived.flatMap(({ to }) => to).toSorted()).toEqual(['first@example.com', ...late].toSorted())
    expect(new Set(office.arrived.map(({ id }) => id)).size).toBe(26)
    expect(await unsent(shop)).toBe(0)
  })

  it('goes on past an address that is refused for now, tries that one later and later, and gives it up after days', async () => {
    const { post: office, shop } = await shopWithPost()
    office.refuseMailTo((to) => to === 'gone@example.com' && 450)
    for (const email of ['gone@example.com', 'here@example.com']) await subscribe(shop, email)
    await shop.deps.jobs.run('mails')
    expect(office.arrived.map(({ to }) => to)).toEqual([['here@example.com']])

    const start = Date.now()
    let time = start
    for (const attempts of [2, 3, 4]) {
      const [before] = await shop.mailsTo('gone@example.com')
      const pause = Number(before?.try_at) - time
      time = Number(before?.try_at)
      shop.setClock(new Date(time))
      await shop.deps.jobs.run('mails')
      const [after] = await shop.mailsTo('gone@example.com')
      expect(after?.attempts).toBe(attempts)
      expect(Number(after?.try_at) - time).toBeGreaterThan(pause)
    }
    await shop.db
      .updateTable('outbox')
      .set({ attempts: 119, try_at: 0 })
      .where('recipient', '=', 'gone@example.com')
      .execute()
    await shop.deps.jobs.run('mails')
    expect((await shop.mailsTo('gone@example.com'))[0]).toMatchObject({ attempts: 120, sent_at: null })
    const tries = office.offered.length
    shop.setClock(new Date(time + HOUR_MS * 2))
    await shop.deps.jobs.run('mails')
    expect(office.offered).toHaveLength(tries)

    shop.setClock(new Date(start + 31 * 24 * HOUR_MS))
    await deleteOldMails(shop.deps)
    shop.setClock(undefined)
    expect(await shop.db.selectFrom('outbox').select('id').execute()).toEqual([])
  })

  it('tries no mail again that the server refuses for good, and says so', async () => {
    const { post: office, shop } = await shopWithPost({ METRICS_TOKEN: 'a token of our own' })
    office.refuseMailTo((to) => to === 'gone@example.com' && 550)
    await subscribe(shop, 'gone@example.com')
    await shop.deps.jobs.run('mails')
    const [refused] = await shop.mailsTo('gone@example.com')
    expect(refused).toMatchObject({ attempts: 1, sent_at: null, given_up_at: expect.any(Number) })
    shop.setClock(new Date(Date.now() + 2 * HOUR_MS))
    await shop.deps.jobs.run('mails')
    shop.setClock(undefined)
    expect(office.offered).toEqual(['gone@example.com'])
    const metrics = await shop.request({
      method: 'GET',
      url: '/metrics',
      headers: { authorization: 'Bearer a token of our own' },
    })
    expect(metrics.body).toMatch(/^haat_outbox_unsent 0$/m)
    expect(metrics.body).toMatch(/^haat_outbox_given_up 1$/m)
  })

  it('takes several at once over a few connections, and a new password before everything else', async () => {
    const { post: office, shop } = await shopWithPost()
    const shopper = await shop.shopper()
    await shop.deps.jobs.run('mails')
    while (office.connections.open.size > 0) await setTimeout(5)
    Object.assign(office.connections, { opened: 0, most: 0 })
    office.offered.length = 0
    const goOn = office.pause()
    await Promise.all(Array.from({ length: 40 }, (_, at) => subscribe(shop, `reader${at}@example.com`)))
    const delivering = shop.deps.jobs.run('mails')
    while (office.offered.length < 5) await setTimeout(5)
    const asked = post(shop, '/api/user/password/reset-request', { email: shopper.email })
    while ((await shop.mailsTo(shopper.email)).length < 2) await setTimeout(5)
    goOn()
    await Promise.all([asked, delivering])
    await shop.deps.jobs.run('mails')
    expect(office.offered.indexOf(shopper.email)).toBeLessThan(10)
    expect(office.offered).toHaveLength(41)
    expect(office.connections).toMatchObject({ opened: 5, most: 5 })
  })

  it('is not brought twice when the database could not note that it was sent', async ({ skip }) => {
    skip(onPostgres, 'the trigger is written for SQLite')
    const { post: office, shop } = await shopWithPost()
    await subscribe(shop, 'reader@example.com')
    await sql`create trigger fails before update of sent_at on outbox begin select raise(abort, 'no'); end`.execute(
      shop.db,
    )
    await shop.deps.jobs.run('mails')
    expect(await unsent(shop)).toBe(1)
    await sql`drop trigger fails`.execute(shop.db)
    shop.setClock(new Date(Date.now() + HOUR_MS))
    await shop.deps.jobs.run('mails')
    shop.setClock(undefined)
    expect(office.arrived).toHaveLength(1)
    expect(await unsent(shop)).toBe(0)
  })

  it('keeps no mail and no file of it for longer than 30 days', async () => {
    const shop = await testShop()
    closing.push(shop.close)
    await subscribe(shop, 'reader@example.com')
    await shop.deps.jobs.run('mails')
    const folder = path.join(shop.dataDir, 'mail')
    const [file] = await readdir(folder)
    await writeFile(path.join(folder, 'notes.txt'), 'mine')
    await deleteOldMails(shop.deps)
    expect(await readdir(folder)).toEqual([file, 'notes.txt'])
    shop.setClock(new Date(Date.now() + 31 * 24 * HOUR_MS))
    await deleteOldMails(shop.deps)
    expect(await readdir(folder)).toEqual(['notes.txt'])
    expect(await shop.mailsTo('reader@example.com')).toEqual([])
  })

  it('is carried by two workers on one database without sending a mail twice', async () => {
    const { post: office, shop } = await shopWithPost()
    const other = createJobs(shop.deps.log)
    other.add(...mailJobs(shop.deps, mailKinds))
    closing.push(other.stop)
    const readers = Array.from({ length: 45 }, (_, at) => `reader${at}@example.com`)
    await Promise.all(
      readers.map(async (email) => {
        await subscribe(shop, email)
        other.wake('mails')
      }),
    )
    await Promise.all([other.run('mails'), shop.deps.jobs.run('mails')])
    expect(office.arrived.flatMap(({ to }) => to).toSorted()).toEqual(readers.toSorted())
  })

  it('is sent by the next worker when one dies with mails in its hands', async () => {
    const { post: office, shop } = await shopWithPost()
    await office.down()
    await subscribe(shop, 'reader@example.com')
    await shop.deps.jobs.run('mails')
    // What a worker that died a moment after it took the mail leaves behind.
    await shop.db
      .updateTable('outbox')
      .set({ attempts: 0, try_at: Date.now() + HOUR_MS / 12 })
      .execute()
    await office.up()
    await shop.deps.jobs.run('mails')
    expect(office.arrived).toEqual([])
    shop.setClock(new Date(Date.now() + HOUR_MS / 12 + 1000))
    await shop.deps.jobs.run('mails')
    shop.setClock(undefined)
    expect(office.arrived).toHaveLength(1)
  })
})

describe('what a person typed', () => {
  const tricks = [
    '\r\nBcc: evil@example.com',
    '\nBcc: evil@example.com',
    '\r\n\r\n<script>alert(1)</script>',
    '\u2028Bcc: evil@example.com',
  ]

  it('never reaches a header, nor the receivers', async () => {
    const { post: office, shop } = await shopWithPost({ STORE_NAME: 'Haat\r\nBcc: evil@example.com' })
    const seller = await shop.seller()
    for (const [at, trick] of tricks.entries()) {
      const shopper = shop.browser()
      const email = `person${at}@example.com`
      await shopper.send({
        method: 'POST',
        url: '/api/user/register',
        payload: { name: `Ananya${trick}`, email, password: 'a good password' },
      })
      await post(shop, '/api/user/password/reset-request', { email })
      await post(shop, '/api/producer/submit', { ...application, name: `Bina${trick}`, email })
      const added = await shopper.send({
        method: 'POST',
        url: '/api/address/add',
        payload: {
          firstName: `Ananya${trick}`,
          lastName: `Rao${trick}`,
          email,
          street: `7${trick}`,
          city: 'Pune',
          state: 'Maharashtra',
          zipcode: '411001',
          country: 'India',
          phone: '9845012345',
        },
      })
      const product = await shop.product({ name: `Bowl${trick}` })
      const placed = await shopper.send({
        method: 'POST',
        url: '/api/order/cod',
        payload: { items: [{ product, quantity: 1 }], address: added.json().address._id },
      })
      expect(placed.statusCode).toBe(200)
    }
    for (const { _id } of (await seller.send({ method: 'GET', url: '/api/producer/applications' })).json()
      .applications) {
      await seller.send({ method: 'PATCH', url: `/api/producer/status/${_id}`, payload: { status: 'approved' } })
    }
    await shop.deps.jobs.run('mails')
    expect(office.arrived).toHaveLength(5 * tricks.length)
    for (const mail of office.arrived) {
      expect(mail.to).toEqual([expect.stringMatching(/^person\d@example\.com$/)])
      expect([...mail.headers.keys()].toSorted()).toEqual([
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'subject',
        'to',
      ])
      expect(mail.html).not.toContain('<script>')
    }
  })
})

describe('without an SMTP server', () => {
  it('every mail is a file that a mail program can open', async () => {
    const shop = await testShop()
    closing.push(shop.close)
    await subscribe(shop, 'reader@example.com')
    await shop.deps.jobs.run('mails')
    const folder = path.join(shop.dataDir, 'mail')
    const files = await readdir(folder)
    const [row] = await shop.mailsTo('reader@example.com')
    expect(files).toEqual([`${row?.id}.eml`])
    const mail = readMail(await readFile(path.join(folder, files[0] ?? ''), 'utf8'))
    expect(mail.headers.get('to')).toBe('reader@example.com')
    expect(mail.text).toContain('Please confirm that you want our newsletter')
    expect(mail.html).toContain('Please confirm that you want our newsletter')
  })
})
