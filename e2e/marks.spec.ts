import type { Page } from '@playwright/test'
import { ownShop } from './own-shop.ts'
import { expect, expectAccessible, expectToFit, open, test } from './shop-test.ts'

test.describe.configure({ mode: 'default' })

const shop = ownShop()

const name = 'Handwoven Khadi Shawl, marked'
const pdf = { name: 'certificate.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') }
const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function addProduct(page: Page) {
  const { request } = page.context()
  await shop.asSeller(request)
  return shop.addProduct(request, { name, category: 'Textiles-and-clothing', price: 2600, offerPrice: 2400 })
}

test('the office gives a mark with its certificate, and shoppers see it, read what it means and open the proof', async ({
  page,
}) => {
  const id = await addProduct(page)
  await open(page, `${shop.origin}/seller/product-list/${id}`)
  await page.getByRole('button', { name: 'Add a mark' }).press('Enter')
  await expect(page.getByLabel('What it is')).toBeFocused()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Choose what the mark is')).toBeVisible()
  await expect(page.getByText('Enter the number of the mark')).toBeVisible()
  await expect(page.getByText('Enter the day until which it is valid')).toBeVisible()
  await expect(page.getByLabel('What it is')).toBeFocused()
  await expectAccessible(page)
  await expectToFit(page)

  await page.getByLabel('What it is').selectOption('Handloom Mark')
  await page.getByLabel('Its number').fill('HLM 23/004417')
  await page.getByLabel('Valid until').fill(dayAfter(20))
  await expect(page.getByText('Not shown yet: its evidence is missing.')).toBeVisible()
  await page.getByLabel('Certificate').setInputFiles(pdf)
  await expect(page.getByText('certificate.pdf is sent when you save.')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(/^Shown until/)).toBeVisible()
  await expectAccessible(page)

  await open(page, `${shop.origin}/seller/overview`)
  await page.getByRole('link', { name: '1 mark ends within 30 days' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Marks that end' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Marks that end' })).toContainText('Handloom Mark: valid until')
  await expectAccessible(page, 'any')
  await expectToFit(page)

  await open(page, `${shop.origin}/products?q=khadi+shawl+marked`)
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(card).toContainText('Handloom Mark')
  await card.getByRole('link', { name }).click()
  const marks = page.getByRole('region', { name: 'Marks, with proof' })
  await expect(marks).toContainText('The cloth was woven by hand.')
  await expect(marks).toContainText('Textiles Committee, Ministry of Textiles, HLM 23/004417, valid until')
  await expectAccessible(page, 'any')
  await expectToFit(page)
  const proof = await marks.getByRole('link', { name: 'See the proof: Handloom Mark' }).getAttribute('href')
  const file = await page.request.get(`${shop.origin}${proof}`)
  expect(file.headers()['content-disposition']).toBe('attachment; filename="handloom-mark.pdf"')
  await marks.getByRole('link', { name: 'What it means: Handloom Mark' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'What our marks mean' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Handloom Mark' })).toBeInViewport()
  await expectToFit(page)

  await open(page, `${shop.origin}/seller/product-list/${id}`)
  await page.getByRole('button', { name: 'Take away Handloom Mark' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(async () => (await page.request.get(`${shop.origin}${proof}`)).status()).toBe(404)
})
