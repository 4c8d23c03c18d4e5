import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { listenToStatements } from '#kernel/db/database.ts'
import { newId } from '#shared/ids.ts'
import { DAY_MS } from '#shared/time.ts'
import { onPostgres, type TestShop, testShop } from '#testing/shop.ts'
import { deleteOldMails } from './outbox.ts'

let shop: TestShop
afterEach(() => shop.close())

const mail = (created_at: number, more: object = {}) => ({
  id: newId(),
  account_id: null,
  recipient: 'reader@example.com',
  subject: 'News',
  text_body: 'x'.repeat(1000),
  html_body: 'x'.repeat(4000),
  headers: null,
  created_at,
  attempts: 1,
  due_at: created_at,
  sent_at: created_at,
  given_up_at: null,
  last_error: null,
  ...more,
})

describe('old mails', () => {
  it('go in small parts, between which others have their turn; unsent and young ones stay', async () => {
    shop = await testShop()
    const now = Date.now()
    const old = now - 31 * DAY_MS
    const staying = [mail(now), mail(old, { sent_at: null })]
    const going = [
      ...Array.from({ length: 900 }, () => mail(old)),
      ...Array.from({ length: 100 }, () => mail(old, { sent_at: null, given_up_at: now })),
    ]
    for (const some of [going.slice(0, 500), going.slice(500), staying])
      await shop.db.insertInto('outbox').values(some).execute()
    const folder = path.join(shop.dataDir, 'mail')
    await mkdir(folder)
    for (const { id } of [...staying, ...going]) await writeFile(path.join(folder, `${id}.eml`), '')
    await writeFile(path.join(folder, `${newId()}.eml`), 'of a mail that is gone')

    const sizes: number[] = []
    const stop = listenToStatements(shop.db, ({ sql: text, parameters }) => {
      if (/^delete/.test(text)) sizes.push(parameters.length)
    })
    let turns = 0
    let isDone = false
    const count = () => {
      turns += 1
      if (!isDone) setImmediate(count)
    }
    count()
    await deleteOldMails(shop.deps)
    isDone = true
    stop()
    expect(sizes).toEqual([200, 200, 200, 200, 200])
    expect(turns).toBeGreaterThan(5)
    const ids = staying.map(({ id }) => id).toSorted()
    expect((await shop.db.selectFrom('outbox').select('id').orderBy('id').execute()).map(({ id }) => id)).toEqual(ids)
    expect((await readdir(folder)).toSorted()).toEqual(ids.map((id) => `${id}.eml`))
  })
})

describe('a full outbox', () => {
  it('is asked by its indexes alone', async ({ skip }) => {
    skip(onPostgres, 'reads the plans of SQLite')
    shop = await testShop({ METRICS_TOKEN: 'a token of our own' })
    const asked: { text: string; parameters: readonly unknown[] }[] = []
    const stop = listenToStatements(shop.db, ({ sql: text, parameters }) => {
      if (/outbox/.test(text) && /^(select|delete|update)/.test(text)) asked.push({ text, parameters })
    })
    const shopper = await shop.shopper()
    await shop.deps.jobs.run('mails')
    await deleteOldMails(shop.deps)
    await shop.request({ method: 'GET', url: '/metrics', headers: { authorization: 'Bearer a token of our own' } })
    const deleted = await shopper.send({
      method: 'POST',
      url: '/api/user/delete',
      payload: { currentPassword: 'a good password' },
    })
    stop()
    expect(deleted.statusCode).toBe(200)
    expect(asked.length).toBeGreaterThan(7)
    for (const { text } of asked) {
      const plan = await sql<{ detail: string }>`explain query plan ${sql.raw(text.replaceAll('?', '1'))}`.execute(
        shop.db,
      )
      const scans = plan.rows.filter(({ detail }) => /^SCAN outbox(?! USING (COVERING )?INDEX)/.test(detail))
      expect({ text, scans }).toEqual({ text, scans: [] })
    }
  })
})
