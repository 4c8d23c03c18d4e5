import { linkIn, receivedMail } from './mail.ts'
import { asSeller, heading, seller, sidebar } from './seller.ts'
import { expect, expectAccessible, expectToFit, open, test } from './shop-test.ts'

/** The seller of this run is shared with other journeys: whatever is changed here is put back. */
test.describe.configure({ mode: 'serial' })

test('the seller finds address and password in the area, and what is wrong beside its field', async ({ page }) => {
  await asSeller(page)
  await open(page, '/seller')
  await sidebar(page).getByRole('link', { name: 'Your account' }).click()
  await expect(heading(page, 'Your account')).toBeFocused()
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await expectToFit(page)
  await expectAccessible(page)
  const password = page.getByRole('region', { name: 'Password' })
  await password.getByLabel('New password').fill('short')
  await password.getByLabel('New password').press('Enter')
  await expect(password).toContainText('Enter your current password')
  await expect(password).toContainText('Use at least 8 characters')
})

test('a new address waits for its link', async ({ page }) => {
  await asSeller(page)
  await open(page, '/seller/account')
  const email = page.getByRole('region', { name: 'Email address' })
  const wanted = `office.${Date.now()}@example.com`
  await email.getByLabel('New email address').fill(wanted)
  await email.getByLabel('Current password').fill(seller.password)
  await email.getByRole('button', { name: 'Change email address' }).click()
  await expect(email).toContainText(`We have sent a link to ${wanted}`)
  await expect(email.getByLabel('New email address')).toHaveValue('')
  await expectAccessible(page)
  // Not opened: the other journeys log in with the address of the demo.
  linkIn(await receivedMail(wanted, 'Confirm your email address'), '/confirm-email')
  expect((await page.request.post('/api/seller/login', { data: seller })).status()).toBe(200)
})

test('a forgotten password leads from the login to a mail', async ({ page }) => {
  await open(page, '/seller')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL('/seller/forgot-password')
  await expectToFit(page)
  await expectAccessible(page)
  await page.getByLabel('Email', { exact: true }).fill(seller.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(heading(page, 'Look in your mail')).toBeFocused()
  await open(page, linkIn(await receivedMail(seller.email, 'Set a new password'), '/seller/reset-password'))
  await expect(heading(page, 'Set a new password')).toBeVisible()
  await expect(page.locator('meta[name="referrer"]')).toHaveAttribute('content', 'same-origin')
  await expectAccessible(page)
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('main')).toContainText('Use at least 8 characters')
})
