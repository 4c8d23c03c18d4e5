import { chosenAddress, expectOrder, fillAccount, fillAddress, placeOrderButton } from './checkout.ts'
import { mailsTo } from './mail.ts'
import {
  cartLink,
  expect,
  expectAccessible,
  expectToFit,
  findProduct,
  logIn,
  newPerson,
  open,
  orderByCash,
  saveAddress,
  searchField,
  test,
  toast,
} from './shop-test.ts'

const product = 'Jaipur Blue Lidded Jar'
// Two pieces at ₹2,450 and 2% tax.
const total = '₹4,998.00'

const orderMailsTo = async (email: string) =>
  (await mailsTo(email)).filter(({ headers }) => headers.get('subject')?.startsWith('Your Haat order'))

test('a visitor finds a product, makes an account at checkout and orders with cash on delivery', async ({ page }) => {
  const person = newPerson()
  const lookAtPage = async () => {
    await expectAccessible(page)
    await expectToFit(page)
  }

  await test.step('home', async () => {
    await open(page, '/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Market day, any day.')
    await lookAtPage()
  })

  await test.step('search', async () => {
    const search = searchField(page)
    await search.pressSequentially('jaipur blu', { delay: 30 })
    await expect(page).toHaveURL(/\/products\?q=jaipur(\+|%20)blu$/)
    await expect(search).toBeFocused()
    await expect(search).toHaveValue('jaipur blu')
    await lookAtPage()
    await page.getByRole('main').getByRole('link', { name: product }).click()
  })

  await test.step('product', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(product)
    await lookAtPage()
    const add = page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).first()
    await add.click()
    await expect(toast(page, 'Added to Cart')).toBeVisible()
    await expect(cartLink(page, 1)).toBeVisible()
    await add.click()
    await cartLink(page, 2).click()
  })

  await test.step('cart', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your cart')
    await expect(page.getByRole('combobox', { name: `Quantity, ${product}` })).toHaveValue('2')
    await expect(page.getByRole('main')).toContainText(total)
    await lookAtPage()
    await placeOrderButton(page).click()
  })

  await test.step('register', async () => {
    const dialog = page.getByRole('dialog', { name: 'Welcome back' })
    await expect(dialog).toBeVisible()
    await lookAtPage()
    await dialog.getByRole('button', { name: 'Create an account' }).click()
    await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toBeFocused()
    await fillAccount(page, person)
    await lookAtPage()
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(cartLink(page, 2)).toBeVisible()
    // A new account has no address yet: the form for one is here.
    await expect(page).toHaveURL(/\/add-address$/)
  })

  await test.step('address', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add an address')
    await lookAtPage()
    await fillAddress(page, person)
    await page.getByRole('button', { name: 'Save address' }).click()
    await expect(page).toHaveURL(/\/cart(\?|$)/)
    await expect(chosenAddress(page)).toHaveCount(1)
    await lookAtPage()
  })

  await test.step('order', async () => {
    await placeOrderButton(page).click()
    await expect(page).toHaveURL(/\/my-orders/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you, Ananya.')
    await expectOrder(page, { product, total })
    await expect(cartLink(page, 0)).toBeVisible()
    await lookAtPage()
    await page.goto('/my-orders')
    await expectOrder(page, { product, total })
  })

  await test.step('mail', async () => {
    await expect.poll(async () => (await orderMailsTo(person.email)).length).toBe(1)
  })
})

test('an order cannot be placed without an address, and nothing is lost', async ({ page }) => {
  const person = await logIn(page)
  const { _id } = await findProduct(page, product)
  await page.request.post('/api/cart/update', { data: { cartItems: { [_id]: 1 } } })
  await open(page, '/cart')
  await placeOrderButton(page).click()
  await expect(toast(page, 'Please select an address').first()).toBeVisible()
  await expect(page).toHaveURL(/\/cart(\?|$)/)
  await expect(cartLink(page, 1)).toBeVisible()
  expect(await orderMailsTo(person.email)).toEqual([])
})

test('the last address is deleted on the cart page after a question', async ({ page }) => {
  await saveAddress(page, await logIn(page))
  const { _id } = await findProduct(page, product)
  await page.request.post('/api/cart/update', { data: { cartItems: { [_id]: 1 } } })
  await open(page, '/cart')
  await page.getByRole('button', { name: /^Delete address of/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete address' }).click()
  await expect(toast(page, 'Address deleted').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add an address' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Deliver to' })).toBeFocused()
})

test('an order is cancelled on My Orders after a question', async ({ page }) => {
  const person = await logIn(page)
  await saveAddress(page, person)
  const { _id } = await findProduct(page, product)
  await orderByCash(page, _id)

  await open(page, '/my-orders')
  await page
    .getByRole('article')
    .getByRole('button', { name: /Cancel/ })
    .click()
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /Cancel/ }).click()
  await expect(page.getByRole('article')).toContainText('Cancelled')
  await expect(page.getByRole('article').getByRole('button', { name: /Cancel/ })).toHaveCount(0)
})
