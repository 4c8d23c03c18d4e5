import { expect, findProduct, open, test } from './shop-test.ts'

// What the shop claims is what is known: the figures of the specification, and about a producer only where there is one.

const claims = [
  /\d+ of every/i,
  /go(es|ing)? back/i,
  /reviewed/i,
  /middlem/i,
  /small workshops/i,
  /without harm/i,
  /every producer/i,
]

for (const path of ['/', '/mission', '/products', '/products/food-spices', '/producers', '/producerform']) {
  test(`${path} claims no more than is known`, async ({ page }) => {
    await open(page, path)
    const said = [
      ...(await page.locator('header, main, footer').allTextContents()),
      await page.title(),
      (await page.locator('meta[name=description]').getAttribute('content')) ?? '',
    ].join('\n')
    for (const claim of claims) expect(said).not.toMatch(claim)
    // What is taken off a price is no claim, and what the ledger says can be looked up.
    for (const [figure] of said.matchAll(/\d+\s?%(?! off|; paid so far| of what the goods cost)/g))
      expect(['85%', '5%', '10%', '2%']).toContain(figure)
  })
}

test('the figures stand as they are known', async ({ page }) => {
  await open(page, '/mission')
  const main = page.getByRole('main')
  await expect(
    main.getByRole('img', { name: '85% of profits to producers, 5% to communities, 10% stay with Haat' }),
  ).toBeVisible()
  const numbers = main.getByRole('region', { name: 'Haat in numbers' })
  await expect(numbers.getByRole('definition')).toHaveText(['67', '2019', '2025'])
  await expect(numbers.getByRole('term')).toHaveText(['countries', 'founded', 'carbon negative target'])
})

test('what producers get is said of a product that has one', async ({ page }) => {
  for (const [name, isSaid] of [
    ['Dip-Glazed Stoneware Vase', true],
    ['Temple Bell 7', false],
  ] as const) {
    await open(page, (await findProduct(page, name)).url)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page.getByText('85%')).toHaveCount(isSaid ? 3 : 0)
  }
})
