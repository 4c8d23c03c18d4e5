import { approvedProducer, newApplication } from './applications.ts'
import { expect, expectAccessible, findProduct, open, test } from './shop-test.ts'

test('the samples stand in the directory, each with a page and its products', async ({ page }) => {
  await open(page, '/')
  await page.getByRole('link', { name: 'Meet Matti Pottery Collective' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Matti Pottery Collective')
  const products = page.getByRole('region', { name: 'Made by Matti Pottery Collective' })
  await products.getByRole('link', { name: 'Dip-Glazed Stoneware Vase' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dip-Glazed Stoneware Vase')
  await page.getByRole('main').getByRole('link', { name: 'Matti Pottery Collective' }).click()
  await expect(page).toHaveURL(/\/producers\/matti-pottery-collective$/)

  await page.getByRole('main').getByRole('link', { name: 'Producers', exact: true }).click()
  await page.getByRole('heading', { name: "Charkha Weavers' Cooperative" }).getByRole('link').click()
  await expect(page).toHaveURL(/\/producers\/charkha-weavers-cooperative$/)
})

test('an approved producer is shown, without email address and phone number', async ({
  page,
  request,
  photoReferrers,
}) => {
  const producer = await approvedProducer(request)
  await open(page, '/producers')
  await page.getByRole('heading', { name: producer.name }).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`${producer.path}$`))
  const main = page.getByRole('main')
  await expect(main).toContainText('Sualkuchi, Assam, India')
  await expect(main).toContainText('14 years in business')
  await expect(main).toContainText('The moth leaves the cocoon before we spin.')
  await expect(main.getByRole('list', { name: 'Specialties' }).getByRole('listitem')).toHaveCount(3)
  await expect(main).toContainText('Nothing on the stall yet')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${producer.path}$`))
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', producer.coverImageUrl)
  await expectAccessible(page)
  await page.reload()
  const html = await page.content()
  expect(html).not.toContain(producer.email)
  expect(html).not.toContain('98640')
  expect(photoReferrers.every((referrer) => referrer === undefined)).toBe(true)

  const sitemap = await (await request.get('/sitemap.xml')).text()
  expect(sitemap).toContain(producer.path)
})

test.describe('when the pictures fail', () => {
  test('the initials stand in for them', async ({ page, request }) => {
    const { path } = await approvedProducer(request, { ...newApplication(), name: 'Nilgiri Tea Growers' })
    await open(page, path)
    await expect(page.getByText('NT', { exact: true })).toHaveCount(2)
  })
})

test.describe('who is not there', () => {
  test.use({ expectedErrors: [/status of 404/] })

  for (const path of ['/producers/nobody', '/producers?page=99', '/producers?page=x']) {
    test(`${path} answers 404`, async ({ page }) => {
      const response = await open(page, path)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This stall has packed up')
    })
  }
})

test('a product of nobody in particular has no maker', async ({ page }) => {
  const { url } = await findProduct(page, 'Temple Bell 7')
  await open(page, url)
  await expect(page.getByRole('link', { name: 'Read their story' })).toHaveCount(0)
})
