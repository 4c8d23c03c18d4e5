import type { Browser, Page } from '@playwright/test'
import { linkIn, receivedMail } from './mail.ts'
import {
  expect,
  expectAccessible,
  expectToFit,
  logIn,
  newPerson,
  open,
  type Person,
  saveAddress,
  test,
  toast,
} from './shop-test.ts'

const newPassword = 'a quite new password'
const main = (page: Page) => page.getByRole('main')
const section = (page: Page, name: string) => main(page).getByRole('region', { name })

async function fillLogin(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await main(page).getByLabel('Email', { exact: true }).fill(email)
  await main(page).getByLabel('Password', { exact: true }).fill(password)
  await main(page).getByRole('button', { name: 'Login', exact: true }).click()
}

/** Is this browser logged in, as far as the shop knows? */
const isIn = async (page: Page) => (await page.request.get('/api/user/is-auth')).status() === 200

/** The account in one more browser. */
async function secondDevice(browser: Browser, person: Person) {
  const context = await browser.newContext({ userAgent: 'Mozilla/5.0 (Android 15; Mobile) Firefox/140.0' })
  const page = await context.newPage()
  const { email, password } = person
  expect((await page.request.post('/api/user/login', { data: { email, password } })).status()).toBe(200)
  return page
}

async function expectSound(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await expectToFit(page)
  await expectAccessible(page)
}

test('a forgotten password is set by the link of the mail, once', async ({ page, browser }) => {
  const person = newPerson()
  const other = await browser.newContext()
  await logIn(await other.newPage(), person)

  await open(page, '/login')
  await main(page).getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL('/forgot-password')
  await expectSound(page)
  await main(page).getByRole('button', { name: 'Send the link' }).click()
  await expect(main(page).getByLabel('Email', { exact: true })).toBeFocused()
  await expect(main(page)).toContainText('Enter your email address')
  await main(page).getByLabel('Email', { exact: true }).fill(person.email)
  await main(page).getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Look in your mail' })).toBeFocused()

  const link = linkIn(await receivedMail(person.email, 'Set a new password'), '/reset-password')
  await open(page, link)
  await expect(page.locator('meta[name="referrer"]')).toHaveAttribute('content', 'same-origin')
  await expectSound(page)
  await main(page).getByLabel('New password').fill('short')
  await main(page).getByRole('button', { name: 'Set password' }).click()
  await expect(main(page)).toContainText('Use at least 8 characters')
  await main(page).getByLabel('New password').fill(newPassword)
  await main(page).getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your new password is set' })).toBeFocused()
  await expectAccessible(page)

  await main(page).getByRole('link', { name: 'Login' }).click()
  await fillLogin(page, { email: person.email, password: newPassword })
  await expect(toast(page, 'Welcome back, Ananya Rao')).toBeVisible()
  expect(await isIn(page)).toBe(true)
  expect((await other.request.get('/api/user/is-auth')).status()).toBe(401)
  await other.close()
})

test.describe('a link that is used up', () => {
  test.use({ expectedErrors: [/status of 400/] })

  test('says so and offers another', async ({ page }) => {
    await open(page, '/reset-password?token=made-up')
    await expect(page.getByRole('heading', { level: 1, name: 'This link does not work any more' })).toBeVisible()
    await expect(main(page).getByLabel('New password')).toHaveCount(0)
    await expectSound(page)
    await main(page).getByRole('link', { name: 'Ask for a new link' }).click()
    await expect(page).toHaveURL('/forgot-password')
  })

  test('says so also when it was used after the page was opened', async ({ page, request }) => {
    const { email } = await logIn(page)
    await request.post('/api/user/password/reset-request', { data: { email } })
    const link = linkIn(await receivedMail(email, 'Set a new password'), '/reset-password')
    await open(page, link)
    const token = new URLSearchParams(link.split('?')[1]).get('token')
    await request.post('/api/user/password/reset', { data: { token, password: newPassword } })
    await main(page).getByLabel('New password').fill(newPassword)
    await main(page).getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'This link does not work any more' })).toBeFocused()
  })
})

test('the login over a page leads to the form for a forgotten password', async ({ page }) => {
  await open(page, '/products')
  await page.getByRole('button', { name: 'Login', exact: true }).filter({ visible: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Welcome back' })
  await dialog.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL('/forgot-password')
  await expect(dialog).toBeHidden()
})

test('name, email and password change on the account page', async ({ page, browser }) => {
  const person = await logIn(page)
  const phone = await secondDevice(browser, person)
  await open(page, '/')
  await page.getByRole('button', { name: 'Account menu for Ananya' }).click()
  await page.getByRole('link', { name: 'Your account' }).filter({ visible: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()

  const details = section(page, 'Name and email')
  await expect(details.getByLabel('Current password')).toBeHidden()
  await details.getByLabel('Name', { exact: true }).fill('Ananya Sen')
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(main(page).getByText(`Ananya Sen, ${person.email}`)).toBeVisible()

  const email = `new.${person.email}`
  await details.getByLabel('Email', { exact: true }).fill(email)
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(details.getByLabel('Current password')).toBeFocused()
  await expect(details).toContainText('Enter your current password')
  await expectAccessible(page)
  await details.getByLabel('Current password').fill(person.password)
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(details).toContainText(`${email} is not confirmed yet.`)
  await expect(main(page).getByText(`Ananya Sen, ${person.email}`)).toBeVisible()
  await expect(details.getByLabel('Email', { exact: true })).toHaveValue(person.email)
  await expect(details.getByLabel('Current password')).toBeHidden()
  await expectAccessible(page)

  await open(page, linkIn(await receivedMail(email, 'Confirm your email address'), '/confirm-email'))
  await expectSound(page)
  await main(page).getByRole('button', { name: 'Yes, this is my address' }).click()
  await expect(main(page).getByRole('status')).toHaveText(`${email} is confirmed.`)
  await receivedMail(person.email, 'Your email address was changed')
  await main(page).getByRole('link', { name: 'Your account' }).click()
  await expect(main(page).getByText(`Ananya Sen, ${email}`)).toBeVisible()
  await expect(details).not.toContainText('confirmed yet')

  const password = section(page, 'Password')
  await password.getByLabel('Current password').fill(person.password)
  await password.getByLabel('New password').fill(newPassword)
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(password).toContainText('Password changed. Other devices were logged out.')
  await expect(password.getByLabel('New password')).toHaveValue('')
  await expect(section(page, 'Where you are logged in').getByRole('listitem')).toHaveCount(1)
  expect([await isIn(page), await isIn(phone)]).toEqual([true, false])
  expect((await phone.request.post('/api/user/login', { data: { email, password: newPassword } })).status()).toBe(200)
  await phone.context().close()
})

test('an address that is not confirmed says so, and the link comes once more', async ({ page }) => {
  const person = await logIn(page)
  await open(page, '/account')
  const details = section(page, 'Name and email')
  await expect(details).toContainText('Not confirmed yet.')
  await details.getByRole('button', { name: 'Send the link again' }).click()
  await expect(toast(page, `We have sent a link to ${person.email}`)).toBeVisible()
  await open(page, linkIn(await receivedMail(person.email, 'Welcome to Haat'), '/confirm-email'))
  await main(page).getByRole('button', { name: 'Yes, this is my address' }).click()
  await expect(main(page).getByRole('status')).toHaveText(`${person.email} is confirmed.`)
  await open(page, '/account')
  await expect(details.getByRole('button', { name: 'Save' })).toBeVisible()
  await expect(details).not.toContainText('Not confirmed yet.')
})

test.describe('a common password', () => {
  test.use({ expectedErrors: [/status of 400/] })

  test('is refused beside its field', async ({ page }) => {
    await open(page, '/login?mode=register')
    const { name, email } = newPerson()
    await main(page).getByLabel('Name', { exact: true }).fill(name)
    await main(page).getByLabel('Email', { exact: true }).fill(email)
    await main(page).getByLabel('Password', { exact: true }).fill('password1')
    await main(page).getByRole('button', { name: 'Create account' }).click()
    await expect(main(page).getByLabel('Password', { exact: true })).toBeFocused()
    await expect(main(page)).toContainText('Many people use this password')
    // It stands at the field: no toast says it again.
    await expect(page.getByText('Many people use this password')).toHaveCount(1)
  })
})

test.describe('a wrong password', () => {
  test.use({ expectedErrors: [/status of 403/] })

  test('is told beside its field', async ({ page }) => {
    await logIn(page)
    await open(page, '/account')
    const password = section(page, 'Password')
    await password.getByLabel('Current password').fill('not my password')
    await password.getByLabel('New password').fill(newPassword)
    await password.getByRole('button', { name: 'Change password' }).click()
    await expect(password.getByLabel('Current password')).toBeFocused()
    await expect(password.getByLabel('Current password')).toHaveAccessibleDescription(
      'That is not your current password',
    )
    await expect(password.getByLabel('New password')).toHaveValue(newPassword)
  })
})

test('another device is logged out from the list', async ({ page, browser }) => {
  const person = await logIn(page)
  const phone = await secondDevice(browser, person)
  await open(page, '/account')
  const devices = section(page, 'Where you are logged in')
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expect(devices.getByText('This device', { exact: true })).toHaveCount(1)
  await devices.getByRole('button', { name: 'Log out this device (Firefox on Android)' }).click()
  await expect(toast(page, 'That device is logged out')).toBeVisible()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(devices.getByRole('heading')).toBeFocused()
  expect([await isIn(page), await isIn(phone)]).toEqual([true, false])
  await phone.context().close()
})

test.describe('when the session has ended meanwhile', () => {
  // The browser's own line for the form that was refused.
  test.use({ expectedErrors: [/status of 401/] })

  test('a login opens over the page, and the form is sent again after it', async ({ page, context }) => {
    const person = await logIn(page)
    await open(page, '/account')
    const password = section(page, 'Password')
    await password.getByLabel('Current password').fill(person.password)
    await password.getByLabel('New password').fill(newPassword)
    await context.clearCookies()
    await password.getByRole('button', { name: 'Change password' }).click()
    await expect(toast(page, 'Your session has ended. Log in to go on.')).toBeVisible()
    const login = page.getByRole('dialog', { name: 'Welcome back' })
    await login.getByLabel('Email', { exact: true }).fill(person.email)
    await login.getByLabel('Password', { exact: true }).fill(person.password)
    await login.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(login).toBeHidden()
    await expect(password.getByText('Password changed.')).toBeVisible()
    await expect(password.getByLabel('New password')).toHaveValue('')
  })
})

test('addresses are kept and the data is downloaded from the account page', async ({ page }) => {
  const person = await logIn(page)
  await saveAddress(page, person)
  await open(page, '/account')
  await expectSound(page)
  await page.setViewportSize({ width: 320, height: 800 })
  await expectToFit(page)

  const addresses = section(page, 'Saved addresses')
  await addresses.getByRole('link', { name: 'Edit address of Ananya Rao' }).click()
  await main(page).getByLabel('City').fill('Mysuru')
  await main(page).getByRole('button', { name: 'Save address' }).click()
  await expect(page).toHaveURL(/\/account/)
  await expect(addresses).toContainText('Mysuru')
  await addresses.getByRole('button', { name: 'Delete address of Ananya Rao' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete address' }).click()
  await expect(addresses.getByText('None yet.')).toBeVisible()
  await expect(addresses.getByRole('heading')).toBeFocused()

  const download = page.waitForEvent('download')
  await main(page).getByRole('link', { name: 'Download my data' }).click()
  expect((await download).suggestedFilename()).toBe('my-data.json')
})

test('the account is deleted with the password', async ({ page }) => {
  const person = await logIn(page)
  await open(page, '/account')
  await main(page).getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(main(page).getByRole('button', { name: 'Delete my account' })).toBeFocused()

  await main(page).getByRole('button', { name: 'Delete my account' }).click()
  await dialog.getByLabel('Your password').fill(person.password)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(toast(page, 'Your account is deleted')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await isIn(page)).toBe(false)
  const { email, password } = person
  expect((await page.request.post('/api/user/login', { data: { email, password } })).status()).toBe(401)
})

test('a visitor is asked to log in', async ({ page }) => {
  await open(page, '/account')
  await expect(page.getByRole('dialog', { name: 'Welcome back' })).toBeVisible()
  await expectAccessible(page)
})

test.describe('before JavaScript has loaded', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/status of 40[03]/] })

  test('the password is set by the link, and the account page works', async ({ page, browser }) => {
    const person = await logIn(page)
    await page.goto('/forgot-password')
    await main(page).getByLabel('Email', { exact: true }).fill(person.email)
    await main(page).getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Look in your mail')
    const link = linkIn(await receivedMail(person.email, 'Set a new password'), '/reset-password')
    await page.goto(link)
    await main(page).getByLabel('New password').fill(newPassword)
    await main(page).getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your new password is set')
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work any more')

    await page.goto('/login?next=/account')
    await fillLogin(page, { email: person.email, password: newPassword })
    await expect(page).toHaveURL('/account')
    const details = section(page, 'Name and email')
    const email = `new.${person.email}`
    await details.getByLabel('Email', { exact: true }).fill(email)
    await details.getByLabel('Current password').fill('not my password')
    await details.getByRole('button', { name: 'Save' }).click()
    await expect(details).toContainText('That is not your current password')
    await expect(details.getByLabel('Email', { exact: true })).toHaveValue(email)
    await details.getByLabel('Current password').fill(newPassword)
    await details.getByRole('button', { name: 'Save' }).click()
    await expect(details).toContainText(`${email} is not confirmed yet.`)
    await details.getByRole('button', { name: 'Send the link again' }).click()
    await expect(main(page)).toContainText('We have sent the link again.')
    await page.goto(linkIn(await receivedMail(email, 'Confirm your email address'), '/confirm-email'))
    await main(page).getByRole('button', { name: 'Yes, this is my address' }).click()
    await expect(main(page)).toContainText(`${email} is confirmed.`)
    await page.goto('/account')
    await expect(main(page).getByText(`Ananya Rao, ${email}`)).toBeVisible()

    const phone = await secondDevice(browser, { ...person, email, password: newPassword })
    await page.goto('/account')
    await main(page).getByRole('button', { name: 'Log out this device (Firefox on Android)' }).click()
    await expect(main(page)).toContainText('That device is logged out.')
    expect(await isIn(phone)).toBe(false)
    await phone.context().close()

    await main(page).getByRole('button', { name: 'Delete my account' }).click()
    await main(page).getByLabel('Your password').fill(newPassword)
    await main(page).getByRole('button', { name: 'Delete account', exact: true }).click()
    await expect(page).toHaveURL('/')
    expect(await isIn(page)).toBe(false)
  })
})
