import { demoSeller } from '#kernel/config.ts'
import type { StartedProcess } from '#testing/processes.ts'
import { undoAll } from '#testing/undo.ts'
import { ledgerShop, UNNAMED } from './ledger.ts'
import { expect, expectAccessible, expectToFit, open, test } from './shop-test.ts'

// A shop of its own, whose ledger is filled before it opens.

let shop: StartedProcess
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  shop = await ledgerShop()
})
test.afterAll(undoAll)

const month = (monthsAgo: number) => {
  const now = new Date(Date.now() + 5.5 * 3_600_000)
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1)).toISOString().slice(0, 7)
}

for (const javaScriptEnabled of [true, false])
  test(`everybody can read the ledger ${javaScriptEnabled ? '' : 'without JavaScript'}`, async ({
    browser,
    contextOptions,
  }) => {
    const context = await browser.newContext({ ...contextOptions, javaScriptEnabled })
    const page = await context.newPage()
    await page.goto(`${shop.origin}/ledger`)
    await expect(page).toHaveTitle('The ledger | Haat')
    await expect(page.getByText('₹4,70,167.00 of ₹5,71,350.00 belongs to the makers, 82%; paid so far')).toBeVisible()
    await expect(page.getByRole('img', { name: /^Maker’s price ₹3,15,000.00; / })).toBeVisible()
    await expect(page.getByText('Today', { exact: false }).first()).toContainText('all right')
    const table = page.getByRole('region', { name: 'By maker' }).getByRole('table')
    await expect(table.getByRole('row', { name: /Matti Pottery Collective 62 sales/ })).toContainText('₹90,300.50')
    await expect(table.getByRole('row', { name: /5 makers who are not named/ })).toContainText('₹84,326.00')
    await expect(page.getByText(UNNAMED)).toHaveCount(0)
    await expect(page.getByText('Not counted: 2 sales for ₹3,120.00')).toBeVisible()
    await expectToFit(page)
    if (javaScriptEnabled) await expectAccessible(page, 'any')
    await expect(page.getByRole('link', { name: /^CSV of / })).toHaveAttribute(
      'href',
      `/api/ledger/entries.csv?month=${month(0)}`,
    )

    await page.getByRole('navigation', { name: 'Months' }).getByRole('link').click()
    await expect(page.getByText('₹84.83 of ₹99.99 belongs to the makers, 84%; paid so far')).toBeVisible()
    await page.getByRole('link', { name: 'How to check' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How to check the ledger')
    await expectToFit(page)
    const here = page.getByRole('region', { name: 'In your browser' })
    if (javaScriptEnabled) {
      await here.getByRole('button', { name: 'Check here' }).click()
      await expect(here).toContainText(/[\d,]+ rows computed, all right\..*The last entry is [\d,]+, with this hash/)
      const csv = await (await page.request.get(`${shop.origin}/api/ledger/entries.csv`)).text()
      const copy = (text: string) =>
        here
          .getByLabel('Or check a copy that you kept')
          .setInputFiles({ name: 'ledger.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
      await copy(csv.replaceAll(',', ';'))
      await expect(here).toContainText('This file was saved by another program: fetch it again.')
      await copy(csv.replace(/^2,3,.*\n/m, ''))
      await expect(here).toContainText('Entry 4 is off: a gap.')
      await page.route('**/entries.csv*', (route) => route.abort())
      await here.getByRole('button', { name: 'Check here' }).click()
      await expect(here).toContainText('The entries could not be fetched. Please check your connection and try again.')
      await expectAccessible(page, 'any')
    } else expect(await here.locator('noscript').innerHTML()).toContain('This needs JavaScript.')
    await context.close()
  })

test('a month without entries says so; one that is none is not found', async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/404/)
  await page.goto(`${shop.origin}/ledger?month=${month(1)}`)
  await expect(page.getByText(/^Nothing was entered in /)).toBeVisible()
  await expectAccessible(page, 'any')
  for (const bad of ['2026-13', 'x', '', month(-1), '1999-01', `${month(0)}&month=${month(0)}`])
    expect((await request.get(`${shop.origin}/ledger?month=${bad}`)).status(), bad).toBe(404)
})

test('the seller enters what was given, puts a mistake right and notes a consent', async ({ page, expectedErrors }) => {
  expectedErrors.push(/409/)
  await page.request.post(`${shop.origin}/api/seller/login`, { data: demoSeller })
  await open(page, `${shop.origin}/seller/ledger`)
  await expectAccessible(page, 'any')
  await expectToFit(page)
  const give = page.getByRole('form', { name: 'Community payout' })
  await give.getByLabel('What it was for').fill('Weaving class')
  await give.getByLabel('Day').fill(`${month(0)}-01`)
  await give.getByLabel('Amount').fill('99,999')
  await give.getByRole('button').click()
  await expect(page.getByText(/^Only ₹[\d,.]+ of the community share is still to give/).first()).toBeVisible()
  await give.getByLabel('Amount').fill('1,200.50')
  await give.getByRole('button').dblclick()
  await expect(page.getByText('₹1,200.50 is entered as given')).toBeVisible()
  await expect(page.getByText('given ₹1,200.50', { exact: false })).toBeVisible()

  const correction = page.getByRole('form', { name: 'Correction' })
  await correction.getByLabel('Why').fill('The courier cost more')
  await correction.getByLabel('Packing and courier').fill('12.50')
  await correction.getByLabel('The shop').fill('−12.50')
  await correction.getByRole('button', { name: 'Show what it changes' }).click()
  const look = page.getByRole('form', { name: 'What it changes' })
  await expect(look).toContainText('₹0.00 becomes ₹12.50')
  await expectAccessible(page, 'any')
  await look.getByRole('button', { name: 'Enter the correction' }).click()
  await expect(page.getByText(/^Entry \d+, .*The courier cost more$/)).toBeVisible()

  await open(page, `${shop.origin}/ledger`)
  await expect(page.getByRole('row', { name: /without a maker/ })).toContainText('−₹12.50')
  await expect(page.getByText('Weaving class').first()).toBeVisible()
  await open(page, `${shop.origin}/seller/approved-producers`)
  await page.getByRole('link', { name: UNNAMED }).click()
  await page.getByRole('link', { name: 'Edit or suspend' }).click()
  await page.getByLabel('They agree to be named, with their sums').check()
  await page.getByRole('button', { name: 'Save consent' }).click()
  await expect(page.getByText(/ is saved$/)).toBeVisible()
})
