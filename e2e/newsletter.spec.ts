import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { mailsTo } from './mail.ts'
import { expect, expectAccessible, open, test, toast } from './shop-test.ts'

const newEmail = () => `reader.${randomUUID()}@example.com`

const signUp = (page: Page) => {
  const form = page.getByRole('main').getByRole('form').or(page.locator('form[action="/newsletter"]'))
  return { email: form.getByLabel('Email address'), button: form.getByRole('button', { name: 'Subscribe' }), form }
}

test('asks for an address', async ({ page }) => {
  await open(page, '/')
  const { email, button, form } = signUp(page)
  await expect(email).toHaveAttribute('required')
  await button.click()
  await expect(toast(page, 'Please enter your email address').first()).toBeVisible()
  await expect(form).toContainText('Please enter your email address')
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription('Please enter your email address')
})

for (const path of ['/', '/mission']) {
  test(`subscribes on ${path}`, async ({ page }) => {
    await open(page, path)
    const { email, button, form } = signUp(page)
    const address = newEmail()
    await email.fill(address)
    await button.click()
    await expect(toast(page, 'Successfully subscribed to newsletter!').first()).toBeVisible()
    await expect(form).toContainText(
      `We have written to ${address}. The letters come once you have pressed the button in that mail.`,
    )
    await expect(email).toHaveValue('')
  })
}

test.describe('when it fails', () => {
  test.use({ expectedErrors: [/status of 400|net::ERR_FAILED/] })

  test("shows the server's message and keeps the address", async ({ page }) => {
    await open(page, '/mission')
    const { email, button, form } = signUp(page)
    await email.fill('reader')
    await button.click()
    await expect(toast(page, 'Enter an email address like name@example.com').first()).toBeVisible()
    await expect(form).toContainText('Enter an email address like name@example.com')
    await expect(email).toHaveValue('reader')
    await expectAccessible(page)
  })

  test('says so when the server gives no reason', async ({ page }) => {
    await open(page, '/')
    await page.route('**/newsletter.data', (route) => route.fulfill({ status: 400, json: { success: false } }))
    const { email, button, form } = signUp(page)
    await email.fill('reader@example.com')
    await button.click()
    await expect(toast(page, 'Subscription failed').first()).toBeVisible()
    await expect(form).toContainText('Subscription failed')
  })

  test('says so when the call fails', async ({ page }) => {
    await open(page, '/')
    await page.route('**/newsletter.data', (route) => route.abort())
    const { email, button, form } = signUp(page)
    await email.fill('reader@example.com')
    await button.click()
    await expect(toast(page, 'Newsletter subscription failed. Please try again.').first()).toBeVisible()
    await expect(form).toContainText('Newsletter subscription failed. Please try again.')
    await expect(email).toHaveValue('reader@example.com')
  })
})

/** The token in the links of the mail that went to an address. */
async function tokenFor(email: string) {
  let token: string | undefined
  await expect(async () => {
    const [mail] = await mailsTo(email)
    token = /^<[^>]*token=([\w-]+)>/.exec(mail?.headers.get('list-unsubscribe') ?? '')?.[1]
    expect(token).toBeDefined()
  }).toPass()
  return token ?? ''
}

test('the links of the mail confirm and unsubscribe, each by a button', async ({ page, request }) => {
  const email = newEmail()
  await request.post('/api/newsletter/subscribe', { data: { email } })
  const token = await tokenFor(email)
  await open(page, `/newsletter/confirm?token=${token}`)
  await page.getByRole('button', { name: 'Yes, send me the newsletter' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'You are on the list.' })).toBeVisible()

  await open(page, `/newsletter/unsubscribe?token=${token}`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'You are off the list.' })).toBeVisible()
  expect((await request.post('/api/newsletter/confirm', { data: { token } })).status()).toBe(404)
})

test('one click in the mail program unsubscribes', async ({ request }) => {
  const email = newEmail()
  await request.post('/api/newsletter/subscribe', { data: { email } })
  const token = await tokenFor(email)
  const opened = await request.get(`/newsletter/unsubscribe?token=${token}`)
  expect(opened.status()).toBe(200)
  expect((await request.post('/api/newsletter/confirm', { data: { token } })).status()).toBe(200)
  const click = await request.post(`/newsletter/unsubscribe?token=${token}`, {
    form: { 'List-Unsubscribe': 'One-Click' },
  })
  expect(click.status()).toBe(200)
  expect((await request.post('/api/newsletter/confirm', { data: { token } })).status()).toBe(404)
})

test.describe('a link that is not valid any more', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('says so and offers the sign-up', async ({ page }) => {
    await open(page, '/newsletter/confirm?token=unknown')
    await page.getByRole('button', { name: 'Yes, send me the newsletter' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'This link is not valid any more.' })).toBeVisible()
    await expect(signUp(page).email).toBeVisible()
  })
})

test.describe('before JavaScript has loaded', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/status of 400/] })

  test('the sign-up leads to a page that answers', async ({ page }) => {
    await page.goto('/')
    await signUp(page).button.click()
    await expect(page).toHaveURL(/\/newsletter$/)
    await expect(page.getByRole('main')).toContainText('Please enter your email address')
    await signUp(page).email.fill(newEmail())
    await signUp(page).button.click()
    await expect(page.getByRole('main')).toContainText('We have written to')
  })
})
