import { BELLS } from './extra-products.ts'
import { view } from './product-pictures.ts'
import { expect, findProduct, hydrated, open, searchField, test } from './shop-test.ts'

const CARDS_PER_PAGE = 24

test('the category wall leads to every category', async ({ page }) => {
  await open(page, '/')
  const wall = page.getByRole('region', { name: 'Shop by category' })
  await expect(wall.getByRole('link')).toHaveCount(8)
  await wall.getByRole('link', { name: /Pottery & Ceramics/ }).click()
  await expect(page).toHaveURL(/\/products\/pottery-ceramics$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pottery & Ceramics')
  await expect(page.getByRole('main').getByRole('link', { name: 'Celadon Tea Set, Pot and Three Bowls' })).toBeVisible()
})

test('a category is found in any case', async ({ page }) => {
  await open(page, '/products/Textiles-And-Clothing')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Textiles & Clothing')
})

test('filters that fit nothing say so', async ({ page }) => {
  await open(page, '/products/carpets-rugs?max=10')
  await expect(page.getByText('No products fit these filters')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Clear all' }).first().click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Medallion Kilim Rug' })).toBeVisible()
})

test('sorting by price brings the cheapest first', async ({ page }) => {
  await open(page, '/products/food-spices')
  await page.getByLabel('Sort by').selectOption({ label: 'Price: low to high' })
  await expect(page).toHaveURL(/\?sort=price-asc$/)
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect(cards.first()).toContainText('Sugarcane Jaggery Cubes')
  await expect(cards.nth(1)).toContainText('Sun-Cured Mango Pickle')
})

test('Show more appends, and Back returns to the place', async ({ page }) => {
  await open(page, '/products')
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect(cards).toHaveCount(CARDS_PER_PAGE)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(cards).toHaveCount(2 * CARDS_PER_PAGE)
  await expect(page).toHaveURL(/\/products\?page=2$/)
  const firstNew = cards.nth(CARDS_PER_PAGE).getByRole('link')
  await expect(firstNew).toBeFocused()
  const name = (await firstNew.textContent()) ?? ''

  await firstNew.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  // The name is there before the page is: it comes along from the card.
  await expect(page).toHaveURL(/\/products\/[^/?]+\/[^/?]+$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/products\?page=2$/)
  await expect(cards).toHaveCount(2 * CARDS_PER_PAGE)
  await expect(cards.nth(CARDS_PER_PAGE)).toBeInViewport()
})

test('a page in the middle has links to the one before and after', async ({ page }) => {
  await open(page, '/products?page=2')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages.getByRole('link', { name: 'Next page' })).toHaveAttribute('href', '/products?page=3')
  await pages.getByRole('link', { name: 'Previous page' }).click()
  await expect(page).toHaveURL(/\/products$/)
})

test('the search filters while typing and forgives a typing error', async ({ page }) => {
  await open(page, '/cart')
  const search = searchField(page)
  await search.pressSequentially('temple bell', { delay: 20 })
  await expect(page).toHaveURL(/\/products\?q=temple(\+|%20)bell$/)
  await expect(page.getByRole('status').filter({ hasText: `${BELLS} products` })).toBeVisible()
  await expect(search).toBeFocused()

  await search.fill('')
  await search.pressSequentially('shibbori', { delay: 20 })
  const near = page.getByRole('region', { name: /^Did you mean/ })
  await expect(near.getByRole('link', { name: 'Indigo Shibori Scarf' })).toBeVisible()
  await expect(search).toHaveValue('shibbori')

  await search.fill('qqqqqq')
  await expect(page.getByText('Nothing called ‘qqqqqq’ today')).toBeVisible()
})

test('all the letters of a search are one step back', async ({ page }) => {
  await open(page, '/cart')
  await searchField(page).pressSequentially('temple bell', { delay: 60 })
  await expect(page).toHaveURL(/\/products\?q=temple(\+|%20)bell$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/cart$/)
})

test('what is out of stock is left out of All Products, stands last in its category and cannot be bought', async ({
  page,
}) => {
  await open(page, '/products?q=ink+mountains')
  await expect(
    page.getByRole('main').getByRole('heading', { level: 2, name: 'Ink Mountains', exact: true }),
  ).toHaveCount(0)
  await open(page, '/products/modern-paintings')
  const last = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
    .last()
  await expect(last).toContainText('Ink Mountains')
  await expect(last).toContainText('Out of stock')
  await last.getByRole('link').click()
  await expect(page.getByText('Out of stock for now')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to Cart', exact: true })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Buy now' })).toBeDisabled()
})

test('a product shows its pictures and others of its category', async ({ page }) => {
  const { url } = await findProduct(page, 'Dip-Glazed Stoneware Vase')
  await open(page, url)
  await page.getByRole('button', { name: 'Show image 2 of 2' }).click()
  await expect(view(page, 2)).toBeVisible()
  const related = page.getByRole('region', { name: 'More in Pottery & Ceramics' })
  await expect(related.getByRole('heading', { level: 3 }).first()).toBeVisible()
  await expect(related.getByRole('heading', { level: 3, name: 'Dip-Glazed Stoneware Vase' })).toHaveCount(0)
  // Full rows: two of two on a phone, else one.
  for (const [width, shown] of [
    [360, 4],
    [600, 4],
    [800, 3],
    [1100, 3],
    [1300, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect(related.getByRole('heading', { level: 3 })).toHaveCount(shown)
  }
})

test('the right product under a wrong category leads to the right address', async ({ page }) => {
  const { _id, url } = await findProduct(page, 'Wild Forest Honey')
  await open(page, `/products/carpets-rugs/${_id}`)
  await expect(page).toHaveURL(new RegExp(`${url}$`))
})

test.describe('what is not there', () => {
  // The browser's own line for the page that answers 404.
  test.use({ expectedErrors: [/status of 404/] })

  for (const path of ['/no-such-page', '/products/pottery-ceramics/no-such-product']) {
    test(`${path} answers 404 with a way back`, async ({ page }) => {
      const response = await open(page, path)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This stall has packed up')
      await expect(page.getByRole('banner')).toBeVisible()
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
    })
  }

  test('an unknown category answers 404 with the coming-soon picture', async ({ page }) => {
    const response = await open(page, '/products/lamps')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('img', { name: 'Coming soon' })).toBeVisible()
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  })
})

test('the menu opens below 905 px and leads to the pages', async ({ page }) => {
  await open(page, '/')
  const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' })
  await page.setViewportSize({ width: 905, height: 900 })
  await expect(menu).toBeHidden()
  await page.setViewportSize({ width: 904, height: 900 })
  await menu.click()
  const links = page.getByRole('dialog').getByRole('navigation')
  await expect(links.getByRole('link', { name: 'Mission' })).toBeVisible()
  await links.getByRole('link', { name: 'All Products' }).click()
  await expect(page).toHaveURL(/\/products$/)
  await hydrated(page)
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('search keeps every letter while pages come slowly', async ({ page }) => {
  await open(page, '/')
  await page.route('**/products.data**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  const search = searchField(page)
  await search.pressSequentially('jaipur blue lidded jar', { delay: 90 })
  await expect(page).toHaveURL(/\/products\?q=jaipur\+blue\+lidded\+jar$/)
  await expect(search).toHaveValue('jaipur blue lidded jar')
  await expect(search).toBeFocused()
  await expect(page.getByRole('main').getByRole('link', { name: 'Jaipur Blue Lidded Jar' })).toBeVisible()
})
