import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { authenticatorApp } from '#features/second-factor/testing/authenticator-app.ts'
import { DATABASE } from '#kernel/db/data-dir.ts'
import { openDatabase, type Tx } from '#kernel/db/database.ts'
import { ownShop } from './own-shop.ts'
import { seller } from './seller.ts'
import { expect, expectAccessible, expectToFit, open, test } from './shop-test.ts'

// Refused on purpose: a wrong code, and acts that ask again.
test.use({ expectedErrors: [/status of 40[13]/] })

const demanding = ownShop({ SECOND_FACTOR: 'demanded' })
const password = 'a loom of my own'
const setUpPage = '/seller/account/second-factor'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

async function write(change: (tx: Tx) => Promise<unknown>) {
  const db = openDatabase(join(process.env.E2E_DATA_DIR ?? '', DATABASE))
  await db.transaction().execute(change)
  await db.destroy()
}

/** One of the shop's people with all rights, logged in on a browser of their own. */
async function newPerson(browser: Browser, page: Page) {
  const email = `meera.${crypto.randomUUID()}@example.com`
  await page.request.post('/api/seller/login', { data: seller })
  const rights = ['catalogue', 'orders', 'producers', 'money', 'team']
  const invited = await page.request.post('/api/team', { data: { name: 'Meera Joshi', email, rights } })
  const { _id: id, url }: { _id: string; url: string } = await invited.json()
  const context = await browser.newContext({ viewport: page.viewportSize() })
  const own = await context.newPage()
  const token = new URL(url).searchParams.get('token')
  const entered = await own.request.post('/api/team/enter', { data: { token, password } })
  expect(entered.ok(), await entered.text()).toBe(true)
  return { id, email, page: own, close: () => context.close() }
}

/** As ten minutes later. */
const unprove = (id: string) =>
  write((tx) => tx.updateTable('sessions').set({ proved_until: null }).where('account_id', '=', id).execute())

async function readKey(page: Page) {
  const key = (await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4})+$/).textContent()) ?? ''
  return authenticatorApp(`otpauth://totp/x?secret=${key.replaceAll(' ', '')}`, () => new Date())
}

/** By the keyboard alone. */
async function setUp(page: Page) {
  await page.getByRole('button', { name: 'Set up an app' }).press('Enter')
  await expect(page.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  const app = await readKey(page)
  await page.getByLabel('Six digits', { exact: true }).fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That code is not right').first()).toBeVisible()
  await page.getByLabel('Six digits', { exact: true }).fill(app.code())
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Keep these ten codes')).toBeFocused()
  const codes = await page.getByRole('region', { name: 'Keep these ten codes' }).getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  return { app, codes }
}

/** The next page is opened only when the session has ended. */
async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Logout' }).press('Enter')
  await expect(page).toHaveURL(/\/$/)
}

async function lookAt(page: Page) {
  await expectAccessible(page, 'any')
  await expectToFit(page)
}

test('somebody sets a second factor up, logs in with a code, and is asked again before rights change', async ({
  page: office,
  browser,
}) => {
  const { id, email, page, close } = await newPerson(browser, office)
  await open(page, '/seller/account')
  await page.getByRole('link', { name: 'Set it up, or take it off' }).press('Enter')
  await expect(heading(page, 'Second factor')).toBeFocused()
  await lookAt(page)
  const { app, codes } = await setUp(page)
  await lookAt(page)
  // As two days later, when the password is not enough any more.
  await write((tx) => tx.updateTable('sellers').set({ factor_since: 1 }).where('id', '=', id).execute())

  await logOut(page)
  await open(page, '/seller/team')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'One more step')).toBeFocused()
  await lookAt(page)
  await page.getByLabel('Six digits of your app').fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That code is not right').first()).toBeVisible()
  await page.getByLabel('Six digits of your app').fill(app.code(1))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Team')).toBeVisible()

  await unprove(id)
  const invite = page.getByRole('region', { name: 'Invite somebody' })
  await invite.getByLabel('Name').fill('Dev Nair')
  await invite.getByLabel('Email').fill(`dev.${id}@example.com`)
  await invite.getByLabel('Orders').check()
  await invite.getByRole('button', { name: 'Send invitation' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
  await expect(dialog.getByLabel('Six digits of your app')).toBeFocused()
  await lookAt(page)
  // Closed, nothing has happened, and what was typed is there.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(invite.getByLabel('Name')).toHaveValue('Dev Nair')
  await invite.getByRole('button', { name: 'Send invitation' }).press('Enter')
  await dialog.getByText('Use a recovery code').press('Enter')
  await dialog.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(invite.getByLabel('Link of the invitation')).toHaveValue(/token=/)
  await close()
})

test('a lost phone: a recovery code logs in, and takes the factor off', async ({ page: office, browser }) => {
  const { email, page, close } = await newPerson(browser, office)
  await open(page, setUpPage)
  const { codes } = await setUp(page)
  await logOut(page)
  await open(page, '/seller/account')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByText('Use a recovery code').press('Enter')
  await page.getByLabel('Recovery code').fill(codes[4] ?? '')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Your account')).toBeVisible()
  await open(page, setUpPage)
  await expect(page.getByText('9 of ten recovery codes are left.')).toBeVisible()
  await lookAt(page)
  await page.getByLabel('Your password').fill(password)
  await page.getByText('Use a recovery code').press('Enter')
  await page.getByLabel('Recovery code').fill(codes[5] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Set up an app' })).toBeVisible()
  await close()
})

test('where it is demanded, whoever has none sets it up before anything else', async ({ page }) => {
  await demanding.asSeller(page.request)
  await open(page, `${demanding.origin}/seller/payouts`)
  await expect(page).toHaveURL(new RegExp(`${setUpPage}$`))
  await expect(heading(page, 'Second factor')).toBeVisible()
  await setUp(page)
  await open(page, `${demanding.origin}/seller/payouts`)
  await expect(heading(page, 'Payouts')).toBeVisible()
})

test.describe('before scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a page asks in place of the dialog, and the factor is set up', async ({ page: office, browser }) => {
    const email = `ritu.${crypto.randomUUID()}@example.com`
    await office.request.post('/api/seller/login', { data: seller })
    const invited = await office.request.post('/api/team', { data: { name: 'Ritu', email, rights: ['money'] } })
    const { _id: id, url }: { _id: string; url: string } = await invited.json()
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: office.viewportSize() })
    const page = await context.newPage()
    await page.request.post('/api/team/enter', { data: { token: new URL(url).searchParams.get('token'), password } })
    await unprove(id)
    await page.goto(setUpPage)
    await page.getByRole('button', { name: 'Set up an app' }).click()
    await expect(heading(page, 'Confirm it is you')).toBeVisible()
    await page.getByLabel('Your password').fill(password)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('button', { name: 'Set up an app' }).click()
    const app = await readKey(page)
    await page.getByLabel('Six digits', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Switch on' }).click()
    await expect(page.getByText('That code is not right').first()).toBeVisible()
    await page.getByLabel('Six digits', { exact: true }).fill(app.code())
    await page.getByRole('button', { name: 'Switch on' }).click()
    await expect(page.getByRole('region', { name: 'Keep these ten codes' }).getByRole('listitem')).toHaveCount(10)
    await logOut(page)
    await page.goto('/seller/payouts')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByLabel('Six digits of your app').fill(app.code(1))
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(heading(page, 'Payouts')).toBeVisible()
    await context.close()
  })
})
