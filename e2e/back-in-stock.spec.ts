import type { APIRequestContext, Page } from '@playwright/test'
import { awaited } from './extra-products.ts'
import { linkIn, mailsTo, receivedMail } from './mail.ts'
import { seller } from './seller.ts'
import { expect, expectAccessible, expectToFit, findProduct, logIn, newPerson, open, test } from './shop-test.ts'

/** As the seller does with the switch. */
async function setStock(request: APIRequestContext, id: string, stock: number) {
  await request.post('/api/seller/login', { data: seller })
  const answer = await request.post('/api/product/stock', { data: { id, inStock: stock > 0, stock } })
  expect(answer.status(), await answer.text()).toBe(200)
}

const asks = (page: Page) => page.getByRole('button', { name: 'Tell me when it is back' })

test('who waits for a product confirms the address and is told once when it is back', async ({ page, request }, {
  project,
}) => {
  const name = awaited(project.name, 'Cane Lampshade')
  const [{ _id, url }, { email }] = [await findProduct(page, name), newPerson()]
  await open(page, url)
  await expect(page.getByText('Out of stock for now')).toBeVisible()
  await expect(page.getByText(/^Order today/)).toBeHidden()
  await expectAccessible(page)
  await asks(page).click()
  await expect(page.getByText('Enter your email address')).toBeVisible()
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByText(`We will write to you once ${name} is back.`)).toBeVisible()

  const asked = await receivedMail(email, `When it is back: ${name}`)
  await open(page, linkIn(asked, '/back-in-stock/confirm'))
  await page.getByRole('button', { name: 'Yes, tell me when it is back' }).click()
  await expect(page.getByRole('main').getByText('We will write to you once it is back.')).toBeVisible()

  await setStock(request, _id, 3)
  const told = await receivedMail(email, `Back in stock: ${name}`)
  await open(page, linkIn(told, new URL(url, page.url()).pathname))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByRole('main')).toContainText('Only 3 left')

  await open(page, linkIn(told, '/back-in-stock/stop'))
  await page.getByRole('button', { name: 'Stop these mails' }).click()
  await expect(page.getByText(/deleted your address from the list/)).toBeVisible()
  await setStock(request, _id, 0)
  await setStock(request, _id, 2)
  expect(await mailsTo(email)).toHaveLength(2)
})

test('who is logged in with a confirmed address presses once', async ({ page }, { project }) => {
  const person = newPerson()
  await logIn(page, person)
  const welcome = await receivedMail(person.email, 'Welcome to Haat')
  await open(page, linkIn(welcome, '/confirm-email'))
  await page.getByRole('main').getByRole('button').first().click()
  await expect(page.getByText(/is confirmed/).first()).toBeVisible()
  const name = awaited(project.name, 'Cane Fruit Bowl')
  const { url } = await findProduct(page, name)
  await open(page, url)
  await page.setViewportSize({ width: 360, height: 640 })
  await expectToFit(page)
  const bar = page.getByRole('region', { name: 'Buy' })
  await expect(bar.getByText('Out of stock', { exact: true })).toBeInViewport({ ratio: 1 })
  await expect(bar.getByText('Cash on delivery')).toHaveCount(0)
  await expect(page.getByRole('form', { name: 'Tell me when it is back' }).getByRole('textbox')).toHaveCount(0)
  await asks(page).click()
  await expect(page.getByRole('main').getByText(`We will write to ${person.email} once ${name} is back.`)).toBeVisible()
})

test('the page of returns says the days and is one press away from a product', async ({ page }) => {
  const { url } = await findProduct(page, 'Dip-Glazed Stoneware Vase')
  await open(page, url)
  await expect(page.getByText('Return within 7 days of delivery.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'How it works' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Returns and cancellations')
  await expect(page.getByRole('main')).toContainText('within 7 days of the delivery')
  await expect(page.getByRole('main').getByRole('link', { name: 'support@haat.example' }).first()).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form is answered by a page of its own', async ({ page }, { project }) => {
    const name = awaited(project.name, 'Cane Basket')
    const [{ url }, { email }] = [await findProduct(page, name), newPerson()]
    await page.goto(url)
    await page.getByRole('main').getByLabel('Email', { exact: true }).fill(email)
    await asks(page).click()
    await expect(page.getByRole('main').getByText(`We will write to you once ${name} is back.`)).toBeVisible()
    await receivedMail(email, `When it is back: ${name}`)
  })
})
