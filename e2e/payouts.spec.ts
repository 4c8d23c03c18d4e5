import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { lockPayouts } from '#features/payouts/server/lock.ts'
import { DATABASE } from '#kernel/db/data-dir.ts'
import { openDatabase } from '#kernel/db/database.ts'
import { approvedProducer } from './applications.ts'
import { seller } from './seller.ts'
import { expect, expectAccessible, expectToFit, open, test, toast } from './shop-test.ts'

// What is refused on purpose.
test.use({ expectedErrors: [/status of 4(00|09)/] })

const main = (page: Page) => page.getByRole('main')

/** In both widths. */
async function lookAt(page: Page) {
  const wide = page.viewportSize() ?? { width: 1440, height: 900 }
  for (const size of [{ width: 390, height: 844 }, wide]) {
    await page.setViewportSize(size)
    await expectAccessible(page)
    await expectToFit(page)
  }
}

/** So much is due to a producer at once. */
async function owe(page: Page, producer: string, amount: number) {
  const data = { reason: 'Sold before the shop had a ledger', producer, producerShare: amount }
  const answer = await page.request.post('/api/ledger/corrections', { data })
  expect(answer.status(), await answer.text()).toBe(201)
}

test('a maker gets an account, is paid by a run, and paid again after the bank could not', async ({ page }) => {
  const { name, path } = await approvedProducer(page.request)
  const producer = path.split('/').at(-1) ?? ''
  await owe(page, producer, 1234.5)
  await open(page, '/seller/payouts')
  const balance = main(page).getByRole('region', { name: 'Balances' }).getByRole('row').filter({ hasText: name })
  await expect(balance).toContainText('₹1,234.50')
  await expect(balance).toContainText('No account yet')
  await lookAt(page)

  await balance.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payout account' })).toBeVisible()
  await main(page).getByRole('button', { name: 'Save account' }).click()
  await expect(main(page).getByLabel('Account holder')).toBeFocused()
  await lookAt(page)
  const fill = (label: string, text: string) => main(page).getByLabel(label, { exact: true }).fill(text)
  await fill('Account holder', 'Bina Handloom')
  await fill('Account number', '3000 4567 8944 17')
  await fill('IFSC', 'SBIN1234')
  await fill('Bank', 'SBI')
  await main(page).getByLabel('Your current password', { exact: true }).first().fill(seller.password)
  await main(page).getByRole('button', { name: 'Save account' }).click()
  await expect(main(page).getByText('An IFSC is 11 signs')).toBeVisible()
  await fill('IFSC', 'sbin0001234')
  await main(page).getByLabel('Your current password', { exact: true }).first().fill(seller.password)
  await main(page).getByRole('button', { name: 'Save account' }).click()
  await expect(balance.getByText('SBI, ends in 4417')).toBeVisible()
  await expect(balance.getByText('In this run')).toBeVisible()

  await main(page).getByRole('button', { name: 'Make payout run' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Make a payout run?' })).toBeVisible()
  await lookAt(page)
  await dialog.getByRole('button', { name: 'Pay out ₹' }).click()
  await expect(toast(page, /^Run \d+: ₹1,234\.50 to 1 producer/)).toBeVisible()
  await expect(balance).toHaveCount(0)
  const run = main(page).getByRole('row').filter({ hasText: '1 open' })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    run.getByRole('link', { name: 'Bank file of run' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^payout-run-\d+\.csv$/)
  await lookAt(page)

  await run.getByRole('link', { name: /^\d+, / }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Payout run \d+$/ })).toBeVisible()
  await main(page)
    .getByRole('button', { name: /^Mark sent/ })
    .click()
  await expect(main(page).getByText('Enter the reference of the transfer')).toBeVisible()
  await main(page).getByText('It failed:').click()
  await lookAt(page)
  await main(page).getByLabel('Why it failed').fill('wrong account number')
  await main(page)
    .getByRole('button', { name: /^Mark failed/ })
    .click()
  await expect(main(page).getByText('wrong account number. Due again, in the next run.')).toBeVisible()
  await lookAt(page)

  await page.getByRole('link', { name: 'Payouts' }).first().click()
  await expect(balance.getByText('In this run')).toBeVisible()
  await main(page).getByRole('button', { name: 'Make payout run' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pay out ₹' }).click()
  await expect(main(page).getByRole('row').filter({ hasText: '1 open' })).toBeVisible()
  // The newest run comes first.
  await main(page)
    .getByRole('link', { name: /^\d+, / })
    .first()
    .click()
  await main(page).getByLabel('Reference of the bank').fill('SBIN526001')
  await main(page).getByLabel('Reference of the bank').press('Enter')
  await expect(main(page).getByText('Reference SBIN526001.')).toBeVisible()
  await lookAt(page)

  await test.step('after a restore', async () => {
    const db = openDatabase(join(process.env.E2E_DATA_DIR ?? '', DATABASE))
    await db.transaction().execute((tx) => lockPayouts(tx, new Date()))
    await db.destroy()
    await owe(page, producer, 2000)
    await open(page, '/seller/payouts')
    await expect(main(page).getByRole('heading', { name: 'Payouts are locked' })).toBeVisible()
    await expect(main(page).getByRole('button', { name: 'Make payout run' })).toHaveCount(0)
    await lookAt(page)
    await main(page).getByRole('combobox', { name: 'Producer' }).fill(name)
    await page.getByRole('option', { name }).click()
    await main(page).getByLabel('Amount').fill('1,500')
    await main(page).getByLabel('Reference of the bank', { exact: true }).fill('SBIN526002')
    await main(page).getByRole('button', { name: 'Enter this payout' }).click()
    await expect(balance).toContainText('₹500.00')
    await expect(main(page).getByText('Entered after a restore')).toBeVisible()
    const last = main(page).getByLabel('Reference of the last payout that the bank has made')
    await last.fill('SBIN526003')
    await main(page).getByLabel('Every payout in the statement of the bank').check()
    await main(page).getByRole('button', { name: 'Confirm, payouts go on' }).click()
    await expect(main(page).getByText('No payout in these books has this reference.')).toBeVisible()
    await last.fill('SBIN526002')
    await main(page).getByRole('button', { name: 'Confirm, payouts go on' }).click()
    await expect(main(page).getByRole('button', { name: 'Make payout run, ₹500.00' })).toBeVisible()
    await lookAt(page)
  })
})
