import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailedToken } from '#features/account/testing/devices.ts'
import { listAudit } from '#features/audit/audit.contract.ts'
import { sellerIsAuth, sellerLogin } from '#features/auth/auth.contract.ts'
import { ensureSeller } from '#features/auth/server/auth.service.ts'
import { listPayouts } from '#features/payouts/payouts.contract.ts'
import { proveAgain } from '#features/second-factor/second-factor.contract.ts'
import { newId } from '#shared/ids.ts'
import type { Right } from '#shared/rights.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import {
  changeRights,
  checkInvitation,
  enterTeam,
  invitePerson,
  listTeam,
  logDeviceOut,
  logPersonOut,
  removePerson,
} from '../team.contract.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop(sellerSettings, { processes: 2 })
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.setClock(undefined)
  await shop.db.deleteFrom('team_invitations').execute()
  for (const table of ['sellers', 'sessions', 'audit_log', 'outbox'] as const) await shop.db.deleteFrom(table).execute()
  await ensureSeller(shop.deps)
})

const ownPassword = sellerSettings.SELLER_PASSWORD
const password = 'a loom of my own'
const dev = { name: 'Dev Nair', email: 'dev@example.com' }

type Browser = ReturnType<TestShop['browser']>
async function proved(browser: Browser, currentPassword = ownPassword) {
  await browser.api(proveAgain, { body: { currentPassword } })
  return browser
}
const first = async () => proved(await shop.seller())
const invite = (by: Browser, rights: Right[], who = dev) => by.api(invitePerson, { body: { ...who, rights } })
const tokenIn = (url: string) => new URL(url).searchParams.get('token') ?? ''

/** Somebody who has come in by an invitation. */
async function person(by: Browser, rights: Right[], who = dev) {
  const { _id, url } = await invite(by, rights, who)
  const browser = shop.browser()
  await browser.api(enterTeam, { body: { token: tokenIn(url), password } })
  return { ...browser, _id }
}
const subjects = async () => (await shop.mailsTo(dev.email)).map(({ subject }) => subject)
const refused = (code: string, status: number) => ({ code, status })
const acts = async (browser: Browser) => {
  const { entries } = await browser.api(listAudit, { query: {} })
  return entries.map(({ action, summary, seller, changes }) => ({ action, summary, seller, changes }))
}

describe('an invitation', () => {
  it('lets somebody in once, by the mailed link, with a password of their own and the rights that were ticked', async () => {
    const office = await first()
    const { url, _id } = await invite(office, ['orders'])
    expect(url).toBe(`http://localhost:3000/seller/enter?token=${await mailedToken(shop, dev.email, '/seller/enter')}`)
    const token = tokenIn(url)
    const browser = shop.browser()
    const check = () => browser.api(checkInvitation, { query: { token } })
    expect(await check()).toMatchObject({ works: true, ...dev })
    expect((await office.api(listTeam)).people).toMatchObject([
      { email: sellerSettings.SELLER_EMAIL, state: 'in', isYou: true, name: '' },
      { _id, ...dev, state: 'invited', rights: ['orders'], lastSeenAt: null, sessions: [] },
    ])
    const enter = (typed: string) => browser.api(enterTeam, { body: { token, password: typed } })
    await expect(enter('short')).rejects.toMatchObject({ status: 400 })
    await expect(enter('password123')).rejects.toMatchObject({ status: 400 })
    expect(await enter(password)).toMatchObject({ person: { _id, name: dev.name, rights: ['orders'] } })
    expect(await browser.api(sellerIsAuth)).toMatchObject({ person: { _id, name: dev.name, rights: ['orders'] } })
    await expect(enter(password)).rejects.toMatchObject(refused('INVITATION_USED_UP', 400))
    expect(await check()).toMatchObject({ works: false, name: '', email: '' })
    await shop.browser().api(sellerLogin, { body: { email: dev.email, password } })
    expect((await office.api(listTeam)).people.at(-1)).toMatchObject({ state: 'in', sessions: [{}, {}] })
    expect(await acts(office)).toEqual([
      { action: 'team.entered', summary: 'Dev Nair came into the team', seller: dev.email, changes: [] },
      {
        ...{ action: 'team.invited', summary: 'Dev Nair (dev@example.com) invited' },
        ...{ seller: sellerSettings.SELLER_EMAIL, changes: [{ field: 'Rights', old: '', new: 'orders' }] },
      },
    ])
    expect(JSON.stringify(await shop.db.selectFrom('audit_log').selectAll().execute())).not.toContain(token)
    const kept = await shop.db.selectFrom('team_invitations').selectAll().execute()
    expect(kept).toEqual([])
  })

  it('is used by one of two who open it at the same time', async () => {
    const { url } = await invite(await first(), ['orders'])
    const body = { token: tokenIn(url), password }
    const both = await Promise.allSettled([1, 2].map(() => shop.browser().api(enterTeam, { body })))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('ends after 7 days, with a second one, when it is taken back, and with the right of whoever made it', async () => {
    const office = await first()
    const works = async (url: string) =>
      (await shop.browser().api(checkInvitation, { query: { token: tokenIn(url) } })).works
    const one = await invite(office, ['orders'])
    const second = await invite(office, ['money'], { ...dev, name: 'Dev K. Nair' })
    expect([second._id, await works(one.url), await works(second.url)]).toEqual([one._id, false, true])
    shop.setClock(new Date(Date.now() + 7 * DAY_MS - MINUTE_MS))
    expect(await works(second.url)).toBe(true)
    shop.setClock(new Date(Date.now() + 7 * DAY_MS + MINUTE_MS))
    expect(await works(second.url)).toBe(false)
    await expect(
      shop.browser().api(enterTeam, { body: { token: tokenIn(second.url), password } }),
    ).rejects.toMatchObject(refused('INVITATION_USED_UP', 400))
    shop.setClock(undefined)
    const third = await invite(office, ['orders'])
    await office.api(changeRights, { params: { id: third._id }, body: { rights: ['catalogue', 'money'] } })
    expect((await office.api(listTeam)).people.at(-1)).toMatchObject({ rights: ['catalogue', 'money'] })
    expect((await office.api(removePerson, { params: { id: third._id } })).message).toBe(
      'The invitation of Dev Nair is taken back',
    )
    expect(await works(third.url)).toBe(false)

    const fatima = { name: 'Fatima Sheikh', email: 'fatima@example.com' }
    const other = await person(office, ['team'], fatima)
    const byOther = await invite(await proved(other, password), ['team'])
    await office.api(changeRights, { params: { id: other._id }, body: { rights: ['orders'] } })
    expect(await works(byOther.url)).toBe(false)
  })

  it('is not made for who is there, and says so to who was let in otherwise meanwhile', async () => {
    const office = await first()
    await person(office, ['orders'])
    await expect(invite(office, ['money'])).rejects.toMatchObject(refused('IN_TEAM_ALREADY', 409))
    const fatima = { name: 'Fatima Sheikh', email: 'fatima@example.com' }
    const { url } = await invite(office, ['orders'], fatima)
    await shop.db.updateTable('sellers').set({ email: fatima.email }).where('email', '=', dev.email).execute()
    await expect(shop.browser().api(enterTeam, { body: { token: tokenIn(url), password } })).rejects.toMatchObject(
      refused('IN_TEAM_ALREADY', 409),
    )
  })
})

describe('each change', () => {
  it('asks for the password again, ten minutes after it too', async () => {
    const bare = await shop.seller()
    const { person: me } = await bare.api(sellerIsAuth)
    await shop.db.updateTable('sessions').set({ proved_until: null }).execute()
    const tries = [
      () => invite(bare, ['orders']),
      () => bare.api(changeRights, { params: { id: me._id }, body: { rights: ['team'] } }),
      () => bare.api(removePerson, { params: { id: newId() } }),
      () => bare.api(logPersonOut, { params: { id: me._id } }),
    ]
    for (const attempt of tries) await expect(attempt()).rejects.toMatchObject(refused('ASK_AGAIN', 401))
    expect((await bare.api(listTeam)).provedUntil).toBeNull()
    await proved(bare)
    expect((await bare.api(listTeam)).provedUntil).toBeInstanceOf(Date)
    await invite(bare, ['orders'])
    shop.setClock(new Date(Date.now() + 11 * MINUTE_MS))
    await expect(invite(bare, ['orders'])).rejects.toMatchObject(refused('ASK_AGAIN', 401))
  })

  it('needs the right team', async () => {
    const other = await proved(await person(await first(), ['catalogue', 'orders', 'producers', 'money']), password)
    for (const attempt of [() => other.api(listTeam), () => invite(other, ['team'])])
      await expect(attempt()).rejects.toMatchObject(refused('NO_RIGHT', 403))
  })

  it('of rights acts at the next request in every process, and stands in the activity', async () => {
    const office = await first()
    const other = await person(office, ['orders', 'money'])
    await other.api(listPayouts)
    const { message } = await office.api(changeRights, { params: { id: other._id }, body: { rights: ['orders'] } })
    expect(message).toBe('The rights of Dev Nair are saved')
    for (let process = 0; process < 2; process += 1)
      await expect(other.api(listPayouts)).rejects.toMatchObject(refused('NO_RIGHT', 403))
    expect((await acts(office))[0]).toEqual({
      ...{ action: 'team.rights', summary: 'Rights of Dev Nair changed', seller: sellerSettings.SELLER_EMAIL },
      changes: [{ field: 'Rights', old: 'orders money', new: 'orders' }],
    })
    expect(await subjects()).toContain('What you may do at Haat has changed')
  })

  it('of who is not there finds nobody', async () => {
    const office = await first()
    const params = { id: newId() }
    for (const attempt of [
      () => office.api(changeRights, { params, body: { rights: ['orders'] } }),
      () => office.api(removePerson, { params }),
      () => office.api(logPersonOut, { params }),
    ])
      await expect(attempt()).rejects.toMatchObject(refused('PERSON_NOT_FOUND', 404))
  })
})

describe('whoever is removed', () => {
  it('is out at the next request in every process, stays out, and may be invited anew', async () => {
    const office = await first()
    const other = await person(office, ['orders'])
    await shop.request({ method: 'POST', url: '/api/seller/password/reset-request', payload: { email: dev.email } })
    const token = await mailedToken(shop, dev.email, '/seller/reset-password')
    await office.api(removePerson, { params: { id: other._id } })
    for (let process = 0; process < 2; process += 1)
      await expect(other.api(sellerIsAuth)).rejects.toMatchObject({ status: 401 })
    await expect(shop.browser().api(sellerLogin, { body: { email: dev.email, password } })).rejects.toMatchObject(
      refused('WRONG_CREDENTIALS', 401),
    )
    const reset = { method: 'POST', url: '/api/seller/password/reset', payload: { token, password } } as const
    expect((await shop.request(reset)).json().code).toBe('RESET_LINK_USED_UP')
    expect((await office.api(listTeam)).people).toHaveLength(1)
    expect((await acts(office))[0]).toMatchObject({ action: 'team.removed', summary: 'Dev Nair removed from the team' })
    expect(await subjects()).toContain('You do not work at Haat any more')
    expect((await person(office, ['money']))._id).not.toBe(other._id)
  })

  it('may be who asks, where somebody else has the right team', async () => {
    const office = await first()
    const { person: me } = await office.api(sellerIsAuth)
    const other = await person(office, ['team'])
    await office.api(removePerson, { params: { id: me._id } })
    await expect(office.api(sellerIsAuth)).rejects.toMatchObject({ status: 401 })
    expect((await other.api(listTeam)).people).toMatchObject([{ ...dev, isYou: true }])
  })
})

describe('sessions of a person', () => {
  it('are seen with their devices, and end together; the one that asks goes on', async () => {
    const office = await first()
    const other = await person(office, ['orders'])
    const phone = shop.browser()
    await phone.send({
      ...{ method: 'POST', url: '/api/seller/login', payload: { email: dev.email, password } },
      headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile' },
    })
    const listed = (await office.api(listTeam)).people.find(({ _id }) => _id === other._id)
    expect(listed?.sessions.map(({ device }) => device).toSorted()).toEqual(['Chrome on Android', 'Unknown device'])
    expect(listed?.lastSeenAt).toBeInstanceOf(Date)
    const onPhone = listed?.sessions.find(({ device }) => device === 'Chrome on Android')
    const params = { id: other._id, device: onPhone?._id ?? '' }
    expect(await office.api(logDeviceOut, { params })).toMatchObject({
      message: 'Dev Nair is logged out on Chrome on Android',
    })
    await expect(phone.api(sellerIsAuth)).rejects.toMatchObject({ status: 401 })
    await other.api(sellerIsAuth)
    await expect(office.api(logDeviceOut, { params })).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' })
    // Nor is it another person’s.
    const { person: self } = await office.api(sellerIsAuth)
    const [theirs] = (await office.api(listTeam)).people.find(({ _id }) => _id === other._id)?.sessions ?? []
    const mixed = { id: self._id, device: theirs?._id ?? '' }
    await expect(office.api(logDeviceOut, { params: mixed })).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' })
    await office.api(logPersonOut, { params: { id: other._id } })
    for (const browser of [other, phone]) await expect(browser.api(sellerIsAuth)).rejects.toMatchObject({ status: 401 })
    const { person: me } = await office.api(sellerIsAuth)
    const elsewhere = await shop.seller()
    await office.api(logPersonOut, { params: { id: me._id } })
    await expect(elsewhere.api(sellerIsAuth)).rejects.toMatchObject({ status: 401 })
    await office.api(sellerIsAuth)
  })
})

describe('the last one with the right team', () => {
  it('keeps it and stays', async () => {
    const office = await first()
    const { person: me } = await office.api(sellerIsAuth)
    await person(office, ['orders', 'money'])
    // Who is only invited lets nobody in.
    await invite(office, ['team'], { name: 'Fatima Sheikh', email: 'fatima@example.com' })
    const params = { id: me._id }
    for (const attempt of [
      () => office.api(removePerson, { params }),
      () => office.api(changeRights, { params, body: { rights: ['orders'] } }),
    ])
      await expect(attempt()).rejects.toMatchObject({
        ...refused('LAST_WITH_TEAM', 409),
        message: 'Nobody else has the right team, so nobody could let anybody in. Give it to somebody first',
      })
    await office.api(changeRights, { params, body: { rights: ['team'] } })
  })

  it.each([
    ['remove each other', (by: Browser, id: string) => by.api(removePerson, { params: { id } })],
    [
      'take it from each other',
      (by: Browser, id: string) => by.api(changeRights, { params: { id }, body: { rights: ['orders'] } }),
    ],
  ])('is one of two who %s at the same time in two processes', async (_, act) => {
    const office = await first()
    for (let round = 0; round < 3; round += 1) {
      const [one, two] = [
        await person(office, ['team'], { name: 'One', email: `one${round}@example.com` }),
        await person(office, ['team'], { name: 'Two', email: `two${round}@example.com` }),
      ]
      await proved(one, password)
      await proved(two, password)
      await shop.db.updateTable('sellers').set({ rights: 'orders' }).where('id', 'not in', [one._id, two._id]).execute()
      const both = await Promise.allSettled([act(one, two._id), act(two, one._id)])
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const left = await shop.db.selectFrom('sellers').select('id').where('rights', '=', 'team').execute()
      expect(left).toHaveLength(1)
      const all = shop.db.updateTable('sellers').set({ rights: 'catalogue orders producers money team' })
      await all.where('email', '=', sellerSettings.SELLER_EMAIL).execute()
    }
  })
})
