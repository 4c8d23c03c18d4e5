import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { DATABASE } from '#kernel/db/data-dir.ts'
import { openDatabase } from '#kernel/db/database.ts'
import { ownShop } from './own-shop.ts'
import { seller } from './seller.ts'
import { expect, expectAccessible, expectToFit, open, test } from './shop-test.ts'
import { withDevice } from './virtual-device.ts'

// Refused on purpose: a wrong password, and acts that ask again.
test.use({ expectedErrors: [/status of 40[13]/] })

const demanding = ownShop({ SECOND_FACTOR: 'demanded' })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** Passkeys belong to a name, never to an IP address. */
const at = (path: string) => demanding.origin.replace('127.0.0.1', 'localhost') + path

/** As days later: the password is not enough any more, and the last proof is over. */
async function passDays() {
  const db = openDatabase(join(demanding.dataDir, DATABASE))
  await db.updateTable('sellers').set({ factor_since: 1 }).execute()
  await db.updateTable('passkeys').set({ added_at: 1 }).execute()
  await db.updateTable('sessions').set({ proved_until: null }).execute()
  await db.destroy()
}

async function lookAt(page: Page) {
  await expectAccessible(page, 'any')
  await expectToFit(page)
}

const usePasskey = (page: Page) => page.getByRole('button', { name: 'Use your passkey' })

test('a demanded factor is a passkey: it is added, logs in, is asked again, and is removed', async ({ page }) => {
  const knowsPerson = await withDevice(page)
  await open(page, at('/seller'))
  await page.getByLabel('Email', { exact: true }).fill(seller.email)
  await page.getByLabel('Password', { exact: true }).fill(seller.password)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Second factor')).toBeVisible()
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  const password = passkeys.getByLabel('Your password', { exact: true })
  await password.fill('a wrong one')
  await page.keyboard.press('Enter')
  await expect(passkeys.getByText('That is not your current password').first()).toBeVisible()
  await lookAt(page)
  await password.fill(seller.password)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Keep these ten codes')).toBeFocused()
  await expect(page.getByRole('region', { name: 'Keep these ten codes' }).getByRole('listitem')).toHaveCount(10)
  await expect(passkeys.getByText('not used yet')).toBeVisible()
  await lookAt(page)

  await page.getByRole('button', { name: 'Logout' }).press('Enter')
  await expect(page).toHaveURL(/\/$/)
  await open(page, at('/seller/team'))
  await knowsPerson(false)
  await usePasskey(page).press('Enter')
  await expect(page.getByText('The passkey was not used. Try again, or go on without it.')).toBeVisible()
  await lookAt(page)
  await knowsPerson(true)
  await usePasskey(page).press('Enter')
  await expect(heading(page, 'Team')).toBeVisible()

  await passDays()
  await open(page, at('/seller/team'))
  const invite = page.getByRole('region', { name: 'Invite somebody' })
  await invite.getByLabel('Name').fill('Dev Nair')
  await invite.getByLabel('Email').fill(`dev.${crypto.randomUUID()}@example.com`)
  await invite.getByLabel('Orders').check()
  await invite.getByRole('button', { name: 'Send invitation' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
  await expect(dialog.getByLabel('Six digits of your app')).toBeFocused()
  await lookAt(page)
  await usePasskey(page).press('Enter')
  await expect(invite.getByLabel('Link of the invitation')).toHaveValue(/token=/)

  await open(page, at('/seller/account/second-factor'))
  await passkeys.getByText('Remove', { exact: false }).first().press('Enter')
  const removing = passkeys.getByRole('listitem')
  await removing.getByLabel('Your password', { exact: true }).fill(seller.password)
  await lookAt(page)
  await page.keyboard.press('Enter')
  await expect(removing).toHaveCount(0)
  await expect(page.getByText('Off', { exact: true })).toBeVisible()
})

test('at an address that is a number the page says where passkeys are', async ({ page }) => {
  await demanding.asSeller(page.request)
  await open(page, `${demanding.origin}/seller/account/second-factor`)
  await expect(page.getByText(`To add a passkey, open ${at('')}`)).toBeVisible()
  await lookAt(page)
})
