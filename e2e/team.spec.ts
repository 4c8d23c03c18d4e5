import { linkIn, receivedMail } from './mail.ts'
import { asSeller, heading, sidebar } from './seller.ts'
import { expect, expectAccessible, expectToFit, open, test } from './shop-test.ts'

const password = 'a loom of my own'

test('somebody is invited, comes in, sees what the one right opens, and is removed', async ({ page, browser }) => {
  const name = `Dev Nair ${Date.now()}`
  const email = `dev.${Date.now()}@example.com`
  await asSeller(page)
  await open(page, '/seller/overview')
  await sidebar(page).getByRole('link', { name: 'Team' }).click()
  await expect(heading(page, 'Team')).toBeFocused()
  await expectToFit(page)
  await expectAccessible(page, 'any')

  const invite = page.getByRole('region', { name: 'Invite somebody' })
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  await expect(invite).toContainText('Enter their name')
  await invite.getByLabel('Name').fill(name)
  await invite.getByLabel('Email').fill(email)
  await invite.getByLabel('Orders').check()
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  const link = invite.getByLabel('Link of the invitation')
  await expect(link).toHaveValue(/\/seller\/enter\?token=/)
  await expect(invite.getByRole('button', { name: 'Copy' })).toBeVisible()
  await expectToFit(page)
  await expectAccessible(page, 'any')
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(row).toContainText('Invited')
  const path = linkIn(await receivedMail(email, 'You are invited to Haat'), '/seller/enter')
  expect(await link.inputValue()).toContain(path)

  const context = await browser.newContext({ viewport: page.viewportSize() })
  const theirs = await context.newPage()
  await open(theirs, path)
  await expect(heading(theirs, 'Choose a password')).toBeVisible()
  await expect(theirs.getByRole('main')).toContainText(email)
  await expectToFit(theirs)
  await expectAccessible(theirs, 'any')
  await theirs.getByLabel('Password', { exact: true }).fill(password)
  await theirs.getByRole('button', { name: 'Set password and log in' }).click()
  await expect(sidebar(theirs).getByRole('link', { name: 'Orders' })).toBeVisible()
  await expect(sidebar(theirs).getByRole('link', { name: 'Team' })).toHaveCount(0)
  await expect(sidebar(theirs).getByRole('link', { name: 'Payouts' })).toHaveCount(0)

  await page.reload()
  await row.getByText('One device').click()
  await expect(row.getByRole('button', { name: /^Log out (?!everywhere)/ })).toBeVisible()
  await expect(row.getByRole('button', { name: 'Log out everywhere' })).toBeVisible()
  await row.getByText('Change rights').click()
  await row.getByLabel('Money').check()
  await row.getByRole('button', { name: 'Save rights' }).click()
  await expect(row).toContainText('Orders, Money')
  await open(theirs, '/seller/payouts')
  await expect(heading(theirs, 'Payouts')).toBeVisible()

  await row.getByRole('button', { name: `Remove ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
  await theirs.goto('/seller/payouts')
  await expect(heading(theirs, 'Seller login')).toBeVisible()
  await open(theirs, path)
  await expect(heading(theirs, 'This link does not work any more')).toBeVisible()
  await context.close()
})

test.describe('before scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('somebody is invited, the link is shown, and the page itself asks before it is taken back', async ({ page }) => {
    const name = `Ritu Bose ${Date.now()}`
    await asSeller(page)
    await page.goto('/seller/team')
    const invite = page.getByRole('region', { name: 'Invite somebody' })
    await invite.getByLabel('Name').fill(name)
    await invite.getByLabel('Email').fill(`ritu.${Date.now()}@example.com`)
    await invite.getByLabel('Orders').check()
    await invite.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByLabel('Link of the invitation')).toHaveValue(/token=/)
    const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
    await row.getByRole('button', { name: 'Take back' }).click()
    await expect(row).toContainText('The link stops to work at once')
    await row.getByRole('button', { name: 'Take back', exact: true }).click()
    await expect(row).toHaveCount(0)
  })
})
