import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { lockPayouts } from '#features/payouts/server/lock.ts'
import { DATABASE } from '#kernel/db/data-dir.ts'
import { openDatabase, type Tx } from '#kernel/db/database.ts'
import { approvedProducer, newApplication } from './applications.ts'
import { seller } from './seller.ts'
import { expect, expectAccessible, expectToFit, hydrated, open, test, toast } from './shop-test.ts'

// What is refused on purpose.
test.use({ expectedErrors: [/status of 4(00|01|09)/] })
// A run pays all producers, and a lock stops all payouts: one test after the other.
test.describe.configure({ mode: 'default' })

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

async function write(change: (tx: Tx) => Promise<unknown>) {
  const db = openDatabase(join(process.env.E2E_DATA_DIR ?? '', DATABASE))
  await db.transaction().execute(change)
  await db.destroy()
}

/** As a restore does. */
const lock = () => write((tx) => lockPayouts(tx, new Date()))

// A test that stops while payouts are locked leaves nothing locked to the next.
test.afterEach(() => write((tx) => tx.deleteFrom('payout_locks').execute()))

async function send(page: Page, method: 'post' | 'put', path: string, data: object = {}, headers = {}) {
  const answer = await page.request[method](path, { data, headers })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

const idOf = ({ path }: { path: string }) => path.split('/').at(-1) ?? ''

/** So much is due to a producer at once. */
const owe = (page: Page, producer: string, amount: number) =>
  send(page, 'post', '/api/ledger/corrections', {
    ...{ reason: 'Sold before the shop had a ledger', producer, producerShare: amount },
    ...{ source: 'The fair', currentPassword: seller.password },
  })

/** A producer is paid there from now on. */
const giveAccount = (page: Page, producer: string, account: object) =>
  send(page, 'put', `/api/payout/account/${producer}`, { account, currentPassword: seller.password })

test('a maker gets an account, is paid by a run, and paid again after the bank could not', async ({ page }) => {
  const approved = await approvedProducer(page.request)
  const { name } = approved
  const producer = idOf(approved)
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
  await main(page).getByRole('button', { name: 'Save account' }).click()
  await expect(main(page).getByText('An IFSC is 11 signs')).toBeVisible()
  await fill('IFSC', 'sbin0001234')
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
  await run.getByRole('link', { name: 'Bank file of run' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Payout run \d+$/ })).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    main(page).getByRole('link', { name: 'Bank file', exact: true }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^payout-run-\d+\.csv$/)
  await lookAt(page)
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
  await write((tx) => tx.updateTable('sessions').set({ proved_until: null }).execute())
  await page.getByRole('dialog').getByRole('button', { name: 'Pay out ₹' }).click()
  // What leaves stands where it is asked who is there.
  const proof = page.getByRole('dialog', { name: 'Confirm it is you' })
  await expect(proof).toContainText('Money leaves: a payout run, to 1 maker')
  await expect(proof).toContainText('₹1,234.50')
  await lookAt(page)
  await proof.getByLabel('Your password', { exact: true }).fill(seller.password)
  await page.keyboard.press('Enter')
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
    await lock()
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

  await test.step('a run of several, which the bank sent under one reference', async () => {
    const other = idOf(await approvedProducer(page.request))
    await giveAccount(page, other, { kind: 'upi', holder: 'Charkha Weavers', upi: 'charkha@upi' })
    await owe(page, other, 700)
    await open(page, '/seller/payouts')
    await main(page).getByRole('button', { name: 'Make payout run' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pay out ₹1,200.00' }).click()
    await main(page).getByRole('row').filter({ hasText: '2 open' }).getByRole('link').first().click()
    await main(page).getByText('The bank sent all of them').click()
    await main(page).getByRole('button', { name: 'Mark all 2 sent' }).click()
    await expect(main(page).getByText('Enter the reference of the transfer')).toBeVisible()
    await lookAt(page)

    await lock()
    await main(page).getByLabel('Reference of the bank, Payout run').fill('SBIN526009')
    await main(page).getByRole('button', { name: 'Mark all 2 sent' }).click()
    // The page is read again at once, and the form goes with its answer: the toast stays.
    await expect(toast(page, 'Nothing is paid out until you have confirmed').last()).toBeVisible()
    await expect(main(page).getByRole('link', { name: 'Compare these books with your bank' })).toBeVisible()
    await expect(main(page).getByRole('button', { name: /^Mark/ })).toHaveCount(0)
    await lookAt(page)
    await send(page, 'post', '/api/payout/confirm', { reference: 'SBIN526002', nothingMissing: true })

    await page.reload()
    await hydrated(page)
    await main(page).getByText('The bank sent all of them').click()
    await main(page).getByLabel('Reference of the bank, Payout run').fill('SBIN526009')
    await main(page).getByLabel('Reference of the bank, Payout run').press('Enter')
    await expect(toast(page, 'Sent to 2 makers, reference SBIN526009')).toBeVisible()
    await expect(main(page).getByText('Reference SBIN526009.')).toHaveCount(2)
    await lookAt(page)
  })
})

test('a changed account that no mail could tell of waits for a call that somebody notes', async ({ page }) => {
  const approved = await approvedProducer(page.request)
  const producer = idOf(approved)
  await write((tx) => tx.updateTable('producers').set({ email: '' }).where('id', '=', producer).execute())
  await giveAccount(page, producer, { kind: 'upi', holder: 'Charkha Weavers', upi: 'charkha@upi' })
  await owe(page, producer, 900)
  await giveAccount(page, producer, { kind: 'upi', holder: 'Charkha Weavers', upi: 'weavers@upi' })
  await open(page, '/seller/payouts')
  const balance = main(page)
    .getByRole('region', { name: 'Balances' })
    .getByRole('row')
    .filter({ hasText: approved.name })
  await expect(balance).toContainText('no mail could tell the maker')
  await lookAt(page)

  await balance.getByRole('link').click()
  const call = main(page).getByRole('region', { name: 'Call the maker about the changed account' })
  await expect(call.getByRole('link', { name: '+919864055210' })).toBeVisible()
  await call.getByRole('button', { name: 'Note the call' }).click()
  await expect(call.getByLabel('Whom you spoke to')).toBeFocused()
  await lookAt(page)
  await call.getByLabel('Whom you spoke to').fill('Bina Devi, 98450 12345')
  await call.getByLabel('Whom you spoke to').press('Enter')
  await expect(balance).toContainText('A run pays from')
  await balance.getByRole('link').click()
  await expect(main(page).getByText('Bina Devi, 98450 12345')).toBeVisible()
  await expect(call).toHaveCount(0)
  // Nobody else's run finds these.
  await send(page, 'put', `/api/payout/account/${producer}`, { account: null, currentPassword: seller.password })
})

test('a statement says what was paid and why, and comes as PDF and CSV', async ({ page }) => {
  const approved = await approvedProducer(page.request, { ...newApplication(), name: 'मिट्टी Pottery' })
  const producer = idOf(approved)
  const account = {
    kind: 'bank',
    holder: 'Matti Pottery',
    bank: 'SBI',
    accountNumber: '30211234417',
    ifsc: 'SBIN0001234',
  }
  await giveAccount(page, producer, account)
  const sold = { reason: 'Two vases were sold at the fair', producer, maker: 1640, producerShare: 901, shop: -2541 }
  const currentPassword = seller.password
  await send(page, 'post', '/api/ledger/corrections', { ...sold, currentPassword })
  await send(page, 'post', '/api/payout/run', { currentPassword }, { 'idempotency-key': crypto.randomUUID() })
  const { payouts } = await (await page.request.get(`/api/payout?producer=${producer}`)).json()
  const [{ _id: payout }] = payouts
  await send(page, 'post', `/api/payout/${payout}/sent`, { reference: 'NEFT N326261190' })

  await open(page, `/seller/payouts/${payout}`)
  await expect(page).toHaveTitle(/^Statement, मिट्टी Pottery/)
  await expect(page.getByRole('heading', { level: 1, name: 'Statement, मिट्टी Pottery' })).toBeVisible()
  for (const words of ['Paid out', 'SBI, ends in 4417', 'NEFT N326261190', 'Sent', '1 correction'])
    await expect(main(page).getByText(words, { exact: true })).toBeVisible()
  await expect(main(page)).toContainText('Two vases were sold at the fair')
  await expect(main(page)).toContainText('₹2,541.00')
  await expect(main(page)).toContainText(`The statement was mailed to ${approved.email}.`)
  await lookAt(page)

  for (const [name, ending] of [
    ['PDF', 'pdf'],
    ['CSV', 'csv'],
  ] as const) {
    const download = page.waitForEvent('download')
    await main(page).getByRole('link', { name }).click()
    expect((await download).suggestedFilename()).toMatch(new RegExp(`^statement-\\d+-pottery\\.${ending}$`))
  }
  await main(page).getByRole('link', { name: 'Payouts' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible()
})
