import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onPostgres, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const settings = sellerSettings

let shop: TestShop
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'haat-command-'))
  // The shop runs meanwhile.
  shop = await testShop(settings, onPostgres ? {} : { dataDir: path.join(folder, 'data') })
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a command as npm would, with this on its standard input. */
function run(script: string, args: string[], input = '', env: Record<string, string> = {}) {
  const { databaseUrl, dataDir } = shop.deps.config
  return new Promise<{ code: number; said: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [`scripts/${script}.ts`, ...args],
      { cwd: root, env: { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}), ...env } },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, said: `${stdout}${stderr}` }),
    )
    child.stdin?.end(input)
  })
}
const canLogIn = async (password: string) => {
  const payload = { email: settings.SELLER_EMAIL, password }
  return (await shop.request({ method: 'POST', url: '/api/seller/login', payload })).statusCode === 200
}

describe('npm run seller', () => {
  it('sets the password of a shop that runs, from the standard input, and logs the seller out', async () => {
    const seller = await shop.seller()
    expect(await run('seller', ['reset-password'], 'from the command\n')).toEqual({
      code: 0,
      said: 'The password of seller@example.com is set, and every device is logged out\n',
    })
    expect([await canLogIn(settings.SELLER_PASSWORD), await canLogIn('from the command')]).toEqual([false, true])
    expect((await seller.send({ method: 'GET', url: '/api/seller/is-auth' })).statusCode).toBe(401)
    expect((await shop.mailsTo(settings.SELLER_EMAIL)).at(-1)?.subject).toBe('Your password was changed')
    const [entry] = await shop.db.selectFrom('audit_log').selectAll().execute()
    expect(entry).toMatchObject({ action: 'seller.password', summary: 'Password set by npm run seller' })
  })

  it.each([
    ['a short one', ['reset-password'], 'short', 'Use at least 8 characters'],
    ['a common one', ['reset-password'], 'password1', 'Many people use this password'],
    ['nothing', ['reset-password'], '', 'at least 8 characters'],
    ['a seller who is not there', ['reset-password', 'other@example.com'], 'from the command', 'Say which seller'],
    [
      'a password as an argument',
      ['reset-password', 'seller@example.com', 'secret words'],
      '',
      'on the standard input',
    ],
    ['to give the right to nobody', ['give-team'], '', 'Usage: npm run seller'],
    ['another word', ['remove'], '', 'Usage: npm run seller'],
  ])('refuses %s in one line', async (_, args, input, words) => {
    const { code, said } = await run('seller', args, input)
    expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(/^[^\n]+\n$/) })
    expect(said).toContain(words)
  })

  it('lists who there is, and gives the right team to who is left without', async () => {
    const rights = (some: string) => shop.db.updateTable('sellers').set({ name: 'Meera Joshi', rights: some }).execute()
    await rights('catalogue orders producers money team')
    expect(await run('seller', ['list'])).toEqual({ code: 0, said: 'seller@example.com (Meera Joshi): all rights\n' })
    await rights('orders')
    expect((await run('seller', ['give-team', 'Seller@example.com'])).code).toBe(0)
    expect((await run('seller', ['list'])).said).toBe('seller@example.com (Meera Joshi): orders team\n')
    const last = shop.db.selectFrom('audit_log').selectAll().orderBy('number', 'desc')
    expect(await last.executeTakeFirst()).toMatchObject({
      ...{ action: 'team.rights', summary: 'Right team given by npm run seller' },
    })
  })

  it('takes the second factor off when phone and codes are lost', async () => {
    expect((await run('seller', ['reset-second-factor', 'seller@example.com'])).said).toContain('has no second factor')
    await shop.db.updateTable('sellers').set({ factor_since: 1 }).execute()
    const { code, said } = await run('seller', ['reset-second-factor', 'seller@example.com'])
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('is off, and every device is logged out') })
    expect((await shop.mailsTo(settings.SELLER_EMAIL)).at(-1)?.subject).toBe('Your second factor was taken off')
    const { factor_since } = await shop.db.selectFrom('sellers').select('factor_since').executeTakeFirstOrThrow()
    expect(factor_since).toBeNull()
  })

  it('says where no shop is', async ({ skip }) => {
    skip(onPostgres, 'the database is named')
    const { code, said } = await run('seller', ['reset-password'], 'from the command', {
      DATA_DIR: path.join(folder, 'none'),
    })
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('holds no Haat data') })
  })
})

describe('npm run mails', () => {
  it('holds what is unsent, says how much it is, and lets it go', async () => {
    await shop.deps.jobs.stop()
    await shop.db.deleteFrom('outbox').execute()
    const payload = { email: 'reader@example.com' }
    await shop.request({ method: 'POST', url: '/api/newsletter/subscribe', payload })
    const held = await run('mails', ['hold'])
    expect(held.said).toMatch(/^The next order is 1101: 1001 to 1100 may have been given out since the backup/)
    expect(held).toMatchObject({ code: 0, said: expect.stringMatching(/\n1 mail held, everybody logged out\n$/) })
    expect(await run('mails', ['held'])).toEqual({ code: 0, said: '1 mail held\n' })
    expect((await run('mails', ['send'])).said).toContain('1 mail let go')
    expect(await shop.db.selectFrom('outbox').select('held').execute()).toEqual([{ held: 0 }])
    await run('mails', ['hold'])
    expect((await run('mails', ['drop'])).said).toBe('1 mail dropped\n')
    expect(await shop.mailsTo('reader@example.com')).toEqual([])
    expect((await run('mails', ['burn'])).code).toBe(1)
  })
})

describe('npm run restored', () => {
  it('ends invitations', async () => {
    const invitation = { id: 'dev', email: 'dev@example.com', name: 'Dev Nair', rights: 'orders', token_hash: 'hash' }
    const expires_at = Date.now() + 60_000
    await shop.db
      .insertInto('team_invitations')
      .values({ ...invitation, invited_by: 'meera', expires_at })
      .execute()
    expect((await run('restored', [])).code).toBe(0)
    expect(await shop.db.selectFrom('team_invitations').selectAll().execute()).toEqual([])
  })

  it('says where numbers go on, and takes the last ones from whoever knows them', async () => {
    expect((await run('restored', ['orders=1010'])).said).toContain('The next order is 1011')
    expect(await run('restored', ['orders=12'])).toMatchObject({ code: 1, said: expect.stringContaining('orders=12') })
    expect(await run('restored', ['order=1010'])).toMatchObject({
      code: 1,
      said: expect.stringContaining('orders=1234'),
    })
  })
})
