import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mailedToken, openEmailLink } from '#features/account/testing/devices.ts'
import { listAudit } from '#features/audit/audit.contract.ts'
import { sellerIsAuth } from '#features/auth/auth.contract.ts'
import { ensureSeller } from '#features/auth/server/auth.service.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { getSellerAccount } from '../seller-account.contract.ts'

const password = sellerSettings.SELLER_PASSWORD
const newPassword = 'sell even more'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop(sellerSettings)
})
afterAll(() => shop.close())

const post = (url: string, payload: object) => shop.request({ method: 'POST', url, payload })
const canLogIn = async (typed: string, email = sellerSettings.SELLER_EMAIL) =>
  (await post('/api/seller/login', { email, password: typed })).statusCode === 200
const isIn = (browser: Awaited<ReturnType<TestShop['seller']>>) =>
  browser.api(sellerIsAuth).then(
    () => true,
    () => false,
  )
/** Everything as it was at the start. */
async function startAnew() {
  for (const table of ['sellers', 'sessions', 'account_links', 'audit_log', 'outbox'] as const)
    await shop.db.deleteFrom(table).execute()
  await ensureSeller(shop.deps)
}

describe("the seller's password", () => {
  it('is changed in the shop with the present one; other devices are logged out, and it is told and kept', async () => {
    await startAnew()
    const [desk, phone] = [await shop.seller(), await shop.seller()]
    const change = (payload: object) => desk.send({ method: 'POST', url: '/api/seller/password', payload })
    expect((await change({ currentPassword: 'wrong', newPassword })).json().code).toBe('WRONG_PASSWORD')
    expect((await change({ currentPassword: password, newPassword: 'password1' })).statusCode).toBe(400)
    expect((await change({ currentPassword: password, newPassword: 'haat-demo-seller' })).statusCode).toBe(400)
    expect((await change({ currentPassword: password, newPassword })).statusCode).toBe(200)
    expect([await isIn(desk), await isIn(phone)]).toEqual([true, false])
    expect([await canLogIn(password), await canLogIn(newPassword)]).toEqual([false, true])
    expect((await shop.mailsTo(sellerSettings.SELLER_EMAIL)).map(({ subject }) => subject)).toEqual([
      'Your password was changed',
    ])
    const { entries } = await desk.api(listAudit, { query: {} })
    expect(entries).toMatchObject([
      { action: 'seller.password', summary: 'Password changed', seller: sellerSettings.SELLER_EMAIL },
    ])
  })

  it('is set by a link in a mail, which logs every device out', async () => {
    await startAnew()
    const desk = await shop.seller()
    const answers = await Promise.all(
      [sellerSettings.SELLER_EMAIL, 'nobody@example.com'].map((email) =>
        post('/api/seller/password/reset-request', { email }),
      ),
    )
    expect(answers[1]?.json()).toEqual(answers[0]?.json())
    const token = await mailedToken(shop, sellerSettings.SELLER_EMAIL, '/seller/reset-password')
    // A shopper's link and a seller's are not the same.
    expect((await post('/api/user/password/reset', { token, password: newPassword })).statusCode).toBe(400)
    const reset = () => post('/api/seller/password/reset', { token, password: newPassword })
    expect((await reset()).statusCode).toBe(200)
    expect((await reset()).json().code).toBe('RESET_LINK_USED_UP')
    expect(await isIn(desk)).toBe(false)
    expect([await canLogIn(password), await canLogIn(newPassword)]).toEqual([false, true])
  })

  it('that was checked before it changed begins no session', async () => {
    await startAnew()
    await post('/api/seller/password/reset-request', { email: sellerSettings.SELLER_EMAIL })
    const token = await mailedToken(shop, sellerSettings.SELLER_EMAIL, '/seller/reset-password')
    const body = { email: sellerSettings.SELLER_EMAIL, password }
    const logins = Array.from({ length: 10 }, () => post('/api/seller/login', body))
    expect((await post('/api/seller/password/reset', { token, password: newPassword })).statusCode).toBe(200)
    await Promise.all(logins)
    expect(await shop.db.selectFrom('sessions').select('token_hash').where('role', '=', 'seller').execute()).toEqual([])
  })
})

describe("the seller's address", () => {
  it('changes when the link at the new one is opened; the old one is told, and the settings make no second seller', async () => {
    await startAnew()
    const desk = await shop.seller()
    const email = 'office@example.com'
    const ask = (currentPassword: string) =>
      desk.send({ method: 'POST', url: '/api/seller/email', payload: { email, currentPassword } })
    expect((await ask('wrong password')).json().code).toBe('WRONG_PASSWORD')
    expect((await ask(password)).statusCode).toBe(200)
    expect(await desk.api(getSellerAccount)).toMatchObject({ email: sellerSettings.SELLER_EMAIL, newEmail: email })
    expect((await openEmailLink(shop, email)).json()).toMatchObject({ role: 'seller' })
    expect(await desk.api(getSellerAccount)).toMatchObject({ email, newEmail: null })
    expect((await shop.mailsTo(sellerSettings.SELLER_EMAIL)).at(-1)?.subject).toBe('Your email address was changed')
    await ensureSeller(shop.deps)
    expect(await shop.db.selectFrom('sellers').select('email').execute()).toEqual([{ email }])
    expect([await canLogIn(password), await canLogIn(password, email)]).toEqual([false, true])
    const { entries } = await desk.api(listAudit, { query: {} })
    expect(entries).toMatchObject([{ action: 'seller.email' }])
  })
})

describe('the settings', () => {
  it('say of a SELLER_PASSWORD that is another one now that it changes nothing, and of the same one nothing', async () => {
    await startAnew()
    const warn = vi.spyOn(shop.deps.log, 'warn').mockImplementation(() => {})
    const startWith = (typed: string) => {
      const seller = { email: sellerSettings.SELLER_EMAIL, password: typed, isDemo: false }
      return ensureSeller({ ...shop.deps, config: { ...shop.deps.config, seller } })
    }
    await startWith(password)
    await startWith('set anew in the file')
    await vi.waitFor(() => expect(warn).toHaveBeenCalled(), { timeout: 20_000 })
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/^SELLER_PASSWORD is not the password of the seller, and does not change it/)],
    ])
    warn.mockRestore()
    expect([await canLogIn(password), await canLogIn('set anew in the file')]).toEqual([true, false])
  })

  it('make no second account: who was removed stays out, and the log says why nothing came of them', async () => {
    await startAnew()
    const warn = vi.spyOn(shop.deps.log, 'warn').mockImplementation(() => {})
    await shop.db.updateTable('sellers').set({ email: 'other@example.com', setting_email: null }).execute()
    await ensureSeller(shop.deps)
    expect(warn.mock.calls).toEqual([[expect.stringMatching(/^SELLER_EMAIL has made no account/)]])
    warn.mockRestore()
    expect(await shop.db.selectFrom('sellers').select('email').execute()).toEqual([{ email: 'other@example.com' }])
  })

  it('make no seller with a password that many people use', async () => {
    await expect(testShop({ ...sellerSettings, SELLER_PASSWORD: 'password123' })).rejects.toThrow(
      'SELLER_PASSWORD is a password that many people use',
    )
  })
})
