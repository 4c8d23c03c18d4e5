import type { Page } from '@playwright/test'
import { chosenAddress, fillAccount, placeOrderButton } from './checkout.ts'
import { asSeller } from './seller.ts'
import {
  address,
  cartLink,
  expect,
  expectAccessible,
  expectToFit,
  findProduct,
  hydrated,
  logIn,
  newPerson,
  open,
  saveAddress,
  test,
} from './shop-test.ts'

const jar = 'Jaipur Blue Lidded Jar'
const scarf = 'Indigo Shibori Scarf'

const main = (page: Page) => page.getByRole('main')
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const order = (page: Page) => page.getByRole('article').first()

async function lookAt(page: Page) {
  await expectAccessible(page)
  await expectToFit(page)
}

/** A shopper of this browser with an address. */
async function shopper(page: Page) {
  const person = await logIn(page, newPerson())
  await saveAddress(page, person)
  return person
}

/** Orders through the API: cash on delivery. */
async function placeOrder(page: Page, ...products: string[]) {
  const found = await Promise.all(products.map((name) => findProduct(page, name)))
  const { addresses } = await (await page.request.get('/api/address/get')).json()
  const answer = await page.request.post('/api/order/cod', {
    data: { items: found.map(({ _id }) => ({ product: _id, quantity: 2 })), address: addresses[0]._id },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  const { orderId }: { orderId: string } = await answer.json()
  return orderId
}

/** Counts what a shopper does: taps, and fields that are filled in. */
function counted() {
  const count = { taps: 0, fields: 0 }
  return {
    count,
    tap: async (target: ReturnType<Page['getByRole']>) => {
      count.taps += 1
      await target.click()
    },
    fill: async (target: ReturnType<Page['getByRole']>, text: string) => {
      count.fields += 1
      await target.fill(text)
    },
  }
}

test('a new customer gets from a product to a cash order in 9 taps and 9 fields at most', async ({ page }) => {
  const person = newPerson()
  const { count, tap, fill } = counted()
  await open(page, (await findProduct(page, jar)).url)
  await tap(main(page).getByRole('button', { name: 'Buy now' }).filter({ visible: true }).first())
  await expect(title(page)).toHaveText('Your cart')
  await tap(placeOrderButton(page))
  const dialog = page.getByRole('dialog')
  await tap(dialog.getByRole('button', { name: 'Create an account' }))
  await fillAccount(page, person)
  count.fields += 3
  await tap(dialog.getByRole('button', { name: 'Create account' }))

  await expect(title(page)).toHaveText('Add an address')
  await expect(main(page).getByLabel('First name')).toHaveValue('Ananya')
  await fill(main(page).getByLabel('Flat, building and street'), address.street)
  await fill(main(page).getByLabel('PIN code'), address.zipcode)
  await expect(main(page).getByLabel('City')).toHaveValue('Bengaluru')
  await expect(main(page).getByLabel('State or union territory')).toHaveValue('Karnataka')
  await expect(page.getByRole('status').filter({ hasText: 'Filled in: Bengaluru, Karnataka' })).toBeAttached()
  await fill(main(page).getByLabel('Mobile number'), address.phone)
  await tap(main(page).getByRole('button', { name: 'Save address' }))
  await expect(chosenAddress(page)).toHaveCount(1)
  await tap(placeOrderButton(page))
  await expect(title(page)).toHaveText('Thank you, Ananya.')
  await expect(main(page).getByText('Return within 7 days of delivery.')).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'How it works' })).toHaveAttribute('href', '/returns')
  expect(count.taps).toBeLessThanOrEqual(9)
  expect(count.fields).toBeLessThanOrEqual(9)
})

test('a PIN code fills in what is empty, and nothing that was typed', async ({ page }) => {
  await logIn(page)
  await open(page, '/add-address')
  const [pin, city, state] = [
    main(page).getByLabel('PIN code'),
    main(page).getByLabel('City'),
    main(page).getByLabel('State or union territory'),
  ]
  await pin.fill('403001')
  await expect(city).toHaveValue('Panaji')
  await expect(state).toHaveValue('Goa')
  // Another one is filled in again; where the town is not certain it is left empty.
  await pin.fill('171201')
  await expect(state).toHaveValue('Himachal Pradesh')
  await expect(city).toHaveValue('')
  // Of one that does not exist nothing is known: the state of the one before does not stay.
  await pin.fill('999999')
  await expect(state).toHaveValue('')
  await city.fill('Theog')
  await pin.fill('110001')
  await expect(state).toHaveValue('Delhi')
  await expect(city).toHaveValue('Theog')
  await state.selectOption('Kerala')
  await pin.fill('560038')
  await expect(main(page)).toContainText('PIN code 560038 is in Karnataka.')
  await expect(state).toHaveValue('Kerala')
  await lookAt(page)
})

test('after an order stands what was ordered, when it arrives and what happens next', async ({ page, browser }) => {
  const person = await shopper(page)
  const { _id } = await findProduct(page, jar)
  await page.request.post('/api/cart/update', { data: { cartItems: { [_id]: 2 } } })
  await open(page, '/cart')
  await placeOrderButton(page).click()

  await expect(title(page)).toHaveText('Thank you, Ananya.')
  await expect(title(page)).toBeFocused()
  await expect(main(page)).toContainText(/Order #\d+ for ₹4,998\.00 is placed\./)
  await expect(main(page)).toContainText(`We wrote to ${person.email}.`)
  await expect(main(page)).toContainText(/With you \d{1,2}\s.*to \d{1,2}\s[A-Z]/)
  await expect(main(page).getByRole('region', { name: 'What happens next' })).toContainText('Keep ₹4,998.00 ready.')
  await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText('Tax (2%)')
  await lookAt(page)
  await hydrated(page)
  await page.getByRole('link', { name: 'Follow this order' }).click()
  await expect(order(page)).toBeInViewport()

  const thanked = page.url()
  await page.reload()
  await expect(title(page)).toHaveText('Thank you, Ananya.')

  // Somebody else's order is not thanked for.
  const other = await browser.newPage()
  await shopper(other)
  await placeOrder(other, scarf)
  await open(other, new URL(thanked).pathname + new URL(thanked).search)
  await expect(title(other)).toHaveText('My orders')
  await other.close()
})

test('an order shows how far it is, and that it has arrived', async ({ page }) => {
  await shopper(page)
  const id = await placeOrder(page, scarf)
  await asSeller(page)
  const move = async (status: string) => {
    const answer = await page.request.post(`/api/order/${id}/status`, { data: { status } })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  await move('Confirmed')
  await move('Packed')
  await open(page, '/my-orders')
  await expect(title(page)).toHaveText('My orders')
  const progress = order(page).getByRole('list', { name: /^Progress of order/ })
  await expect(progress.getByRole('listitem')).toHaveCount(5)
  await expect(progress.locator('[aria-current=step]')).toContainText(/Packed\s*\d{1,2} [A-Z]/)
  await expect(order(page)).toContainText(/With you \d/)
  await expect(order(page)).toContainText('Tax (2%)')
  await lookAt(page)

  await move('Shipped')
  await move('Delivered')
  await open(page, '/my-orders')
  await expect(order(page)).toContainText(/Delivered \d{1,2} [A-Z]\w+ \d{4}\./)
  await expect(progress).toBeHidden()
  await order(page).getByText('Track this parcel').click()
  await expect(progress).toBeVisible()
  await lookAt(page)
})

test('ordering the same again takes 2 taps, and says what cannot be bought', async ({ page }) => {
  await shopper(page)
  await asSeller(page)
  const rare = `Last Bowl ${Date.now()}`
  const productData = { name: rare, description: ['One'], category: 'Pottery-Ceramics', price: 100, offerPrice: 90 }
  const added = await page.request.post('/api/product/add', { multipart: { productData: JSON.stringify(productData) } })
  expect(added.status(), await added.text()).toBe(201)
  const { _id: id } = await findProduct(page, rare)
  await placeOrder(page, jar)

  const { count, tap } = counted()
  await open(page, '/my-orders')
  await tap(order(page).getByRole('button', { name: 'Buy again' }))
  await expect(title(page)).toHaveText('Your cart')
  await expect(cartLink(page, 2)).toBeVisible()
  await tap(placeOrderButton(page))
  await expect(title(page)).toHaveText('Thank you, Ananya.')
  expect(count.taps).toBe(2)

  await placeOrder(page, jar, rare)
  await page.request.post('/api/product/stock', { data: { id, inStock: false } })
  await open(page, '/my-orders')
  await order(page).getByRole('button', { name: 'Buy again' }).click()
  const notice = main(page).getByText(`${rare} is out of stock`)
  await expect(notice).toBeVisible()
  await expect(main(page)).toContainText(/1 of 2 products of order #\d+ is in your cart\./)
  await lookAt(page)
  await page.getByRole('link', { name: 'Go to cart' }).click()
  await expect(cartLink(page, 2)).toBeVisible()
})

test('the goods of a cancelled order go back into the cart', async ({ page }) => {
  await shopper(page)
  const id = await placeOrder(page, jar)
  await page.request.post(`/api/order/${id}/cancel`)
  await open(page, '/my-orders')
  await expect(order(page)).toContainText(/You cancelled this order on .* There is nothing to pay\./)
  await lookAt(page)
  await order(page).getByRole('button', { name: 'Put back into the cart' }).click()
  await expect(title(page)).toHaveText('Your cart')
  await expect(cartLink(page, 2)).toBeVisible()
})

test('quantity 12 is set in 2 taps', async ({ page }) => {
  const { _id } = await findProduct(page, jar)
  await logIn(page)
  await page.request.post('/api/cart/update', { data: { cartItems: { [_id]: 1 } } })
  await open(page, '/cart')
  // Choosing from the select is one tap; the field it opens has the focus, and Enter is the other.
  await page.getByRole('combobox', { name: `Quantity, ${jar}` }).selectOption({ label: '10 or more' })
  const number = page.getByRole('textbox', { name: new RegExp(jar) })
  await number.fill('12')
  await number.press('Enter')
  await expect(cartLink(page, 12)).toBeVisible()
})

test.describe('before JavaScript has loaded', () => {
  test.use({ javaScriptEnabled: false })

  test('an order is thanked for, bought again and put back', async ({ page }) => {
    await shopper(page)
    const id = await placeOrder(page, jar)
    await page.goto(`/my-orders?placed=${id}`)
    await expect(title(page)).toHaveText('Thank you, Ananya.')
    await order(page).getByRole('button', { name: 'Buy again' }).click()
    await expect(title(page)).toHaveText('Your cart')
    await expect(main(page)).toContainText(jar)
    await page.request.post('/api/cart/update', { data: { cartItems: {} } })
    await page.request.post(`/api/order/${id}/cancel`)
    await page.goto(`/my-orders?placed=${id}`)
    await expect(title(page)).toHaveText('My orders')
    await order(page).getByRole('button', { name: 'Put back into the cart' }).click()
    await expect(main(page)).toContainText(jar)
  })
})
