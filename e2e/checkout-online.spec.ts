import type { Page } from '@playwright/test'
import { asSeller } from './seller.ts'
import {
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
// One jar at ₹2,450, two scarves at ₹1,490 and 2% tax.
const total = '₹5,538.60'

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name })
const order = (page: Page) => page.getByRole('article').first()

async function lookAt(page: Page) {
  await expectAccessible(page)
  await expectToFit(page)
}

/** A shopper of this browser with an address and three things in the cart. */
async function shopperWithCart(page: Page) {
  const person = await logIn(page, newPerson())
  await saveAddress(page, person)
  const [one, two] = [await findProduct(page, jar), await findProduct(page, scarf)]
  const answer = await page.request.post('/api/cart/update', { data: { cartItems: { [one._id]: 1, [two._id]: 2 } } })
  expect(answer.status()).toBe(200)
}

/** From the cart to the test checkout. */
async function goToPay(page: Page) {
  await open(page, '/cart')
  await main(page)
    .getByRole('radio', { name: /Pay online/ })
    .check()
  await button(page, `Pay ${total} online`).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Test checkout')
}

/** From the test checkout to the orders. */
async function pay(page: Page) {
  // The page before it may have a button to pay, too.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Test checkout')
  await button(page, 'Pay').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Payment received, ₹5,538\.60\. Order #\d+$/)
  await hydrated(page)
  await page.getByRole('link', { name: 'Go now' }).click()
}

async function expectPaid(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you, Ananya.')
  await expect(order(page)).toContainText('Order Placed')
  await expect(order(page)).toContainText('Paid online by card')
  await expect(order(page)).toContainText(total)
  await expect(cartLink(page, 0)).toBeVisible()
}

test('a shopper pays online: the order is paid, and the cart is empty in every tab', async ({ page }) => {
  await shopperWithCart(page)
  const otherTab = await page.context().newPage()
  await open(otherTab, '/mission')
  await expect(cartLink(otherTab, 3)).toBeVisible()

  await open(page, '/cart')
  await main(page)
    .getByRole('radio', { name: /Pay online/ })
    .check()
  await lookAt(page)
  await goToPay(page)
  await expect(main(page)).toContainText('No money moves')
  await expect(main(page)).toContainText(total)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await lookAt(page)
  const checkout = page.url()
  await pay(page)

  await expectPaid(page)
  await expect(cartLink(otherTab, 0)).toBeVisible()
  await order(page).getByText('What happened').click()
  await expect(
    order(page)
      .getByRole('listitem')
      .filter({ hasText: `${total} paid` }),
  ).toContainText('the payment service')
  await lookAt(page)

  await open(page, checkout)
  await expect(main(page)).toContainText('is done')
  await expect(button(page, 'Pay')).toHaveCount(0)
})

test('a declined payment can be tried again', async ({ page }) => {
  await shopperWithCart(page)
  await goToPay(page)
  await button(page, 'Decline').click()
  await expect(main(page).getByRole('alert')).toHaveText('The bank declined this test payment.')
  await lookAt(page)
  await pay(page)
  await expectPaid(page)
})

test('a payment that is cancelled leaves the cart as it was and cancels the order', async ({ page }) => {
  await shopperWithCart(page)
  await goToPay(page)
  await button(page, 'Cancel').click()
  await expect(page.getByText('Payment cancelled. Nothing was charged, and your cart is as it was.')).toBeVisible()
  await expect(cartLink(page, 3)).toBeVisible()
  await expect(main(page).getByRole('radio', { name: /Pay online/ })).toBeChecked()
  await lookAt(page)
  await page.reload()
  await expect(cartLink(page, 3)).toBeVisible()
  await open(page, '/my-orders')
  await expect(order(page)).toContainText('Cancelled')
  await expect(order(page)).toContainText('was not paid. Nothing was taken.')

  await goToPay(page)
  await pay(page)
  await expectPaid(page)
})

test('an order that awaits payment is paid later, from My Orders', async ({ page }) => {
  await shopperWithCart(page)
  await goToPay(page)
  await page.goBack()
  await hydrated(page)
  await expect(page.getByText(/Order #\d+ awaits your payment/)).toBeVisible()
  // What was chosen stays chosen, and the button can be pressed again.
  await expect(button(page, `Pay ${total} online`)).not.toHaveAttribute('aria-busy')
  await expect(cartLink(page, 3)).toBeVisible()
  await lookAt(page)

  await main(page).getByRole('link', { name: 'My Orders' }).click()
  await expect(order(page)).toContainText('Awaiting payment')
  await expect(order(page)).toContainText(/Pay by \d\d:\d\d/)
  await expect(order(page)).toContainText('Pending')
  await lookAt(page)
  await button(page, /Pay now/).click()
  await expect(main(page)).toContainText(total)
  await pay(page)
  await expectPaid(page)
})

test('a new order replaces the one that awaits payment', async ({ page }) => {
  await shopperWithCart(page)
  await goToPay(page)
  const replaced = page.url()
  await open(page, '/cart')
  await button(page, 'Place order').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you, Ananya.')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('article').nth(1)).toContainText('Cancelled')
  // The payment service is told of it after the order stands.
  await expect(async () => {
    await open(page, replaced)
    await expect(main(page)).toContainText('can no longer be paid', { timeout: 1000 })
  }).toPass()
  await lookAt(page)
})

test('a cart that the browser brings back as it was left is loaded anew', async ({ page }) => {
  await shopperWithCart(page)
  // An answer without content: the browser stays where it is, as it does while a slow page is on its way.
  await page.route('**/test-checkout/*', (route) => route.fulfill({ status: 204 }))
  await open(page, '/cart')
  await main(page)
    .getByRole('radio', { name: /Pay online/ })
    .check()
  const leaving = page.waitForRequest('**/test-checkout/*')
  await button(page, /^Pay ₹/).click()
  await leaving
  await expect(button(page, /page$/)).toHaveAttribute('aria-busy', 'true')
  const loadedAnew = page.waitForEvent('load')
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await loadedAnew
  await hydrated(page)
  await expect(page.getByText(/Order #\d+ awaits your payment/)).toBeVisible()
  await expect(main(page).locator('[aria-busy]')).toHaveCount(0)
})

test('a paid order that the shopper cancels is refunded, and credited on a paper of its own', async ({ page }) => {
  await shopperWithCart(page)
  await goToPay(page)
  await pay(page)
  await expectPaid(page)
  await hydrated(page)
  await order(page)
    .getByRole('button', { name: /Cancel/ })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`${total} is refunded the way you paid`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(order(page)).toContainText('Refunded')
  await expect(order(page)).toContainText(`${total} refunded`)
  // Papers are numbered after what they tell of.
  const note = order(page).getByRole('link', { name: /^Credit note/ })
  await expect(async () => {
    await page.reload()
    await expect(note).toBeVisible({ timeout: 1000 })
  }).toPass()
  await hydrated(page)
  await note.click()
  await expect(page.getByRole('heading', { level: 1, name: /^Credit note \d{6}$/ })).toBeVisible()
  await expect(page.getByRole('article')).toContainText('The order was cancelled.')
  await expect(page.getByRole('article')).toContainText(`Credited${total}`)
  await lookAt(page)
})

test('a checkout that is not there, or is somebody else’s, is a 404 page', async ({ page, browser }) => {
  const buyer = await browser.newPage()
  await shopperWithCart(buyer)
  await goToPay(buyer)
  const foreign = new URL(buyer.url()).pathname
  await buyer.close()
  await page.goto(foreign)
  await expect(page).toHaveURL(/\/login\?next=/)
  await logIn(page)
  expect((await page.request.get(foreign)).status()).toBe(404)
  expect((await page.request.get('/test-checkout/no-such-checkout')).status()).toBe(404)
})

test('the seller refunds a part, sees who did what, and cannot move an unpaid order on', async ({ page, browser }) => {
  test.slow()
  const shopper = await browser.newPage()
  await shopperWithCart(shopper)
  await goToPay(shopper)
  await open(shopper, '/my-orders')
  const title = await order(shopper)
    .getByText(/^Order #\d+$/)
    .textContent()
  const number = title?.replace(/\D/g, '') ?? ''

  await asSeller(page)
  const row = page.getByRole('row').filter({ hasText: `#${number}` })
  await open(page, `/seller/orders?q=%23${number}`)
  await expect(row).toContainText('Awaiting payment')
  await row.getByRole('link', { name: `#${number}` }).click()
  await hydrated(page)
  await expect(button(page, /Cancel order/)).toBeVisible()
  await expect(button(page, /Mark as/)).toHaveCount(0)

  await button(shopper, /Pay now/).click()
  await pay(shopper)
  await expectPaid(shopper)

  await open(page, `/seller/orders?q=%23${number}`)
  await expect(row).toContainText('Paid')
  await row.getByRole('link', { name: `#${number}` }).click()
  await hydrated(page)
  await expect(button(page, /Mark as confirmed/)).toBeVisible()
  await button(page, 'Refund').click()
  const dialog = page.getByRole('dialog')
  // Everything that is left, until the seller says otherwise.
  await expect(dialog.getByRole('button', { name: `Refund ${total}` })).toBeVisible()
  await dialog.getByRole('spinbutton', { name: new RegExp(jar) }).fill('0')
  await dialog.getByRole('spinbutton', { name: new RegExp(scarf) }).fill('1')
  await lookAt(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('₹1,519.80 will be refunded')).toBeVisible()
  await expect(dialog).toBeHidden()
  const history = main(page).getByRole('region', { name: 'What happened' })
  await expect(history.getByRole('listitem').filter({ hasText: 'Refund of ₹1,519.80' })).toContainText(
    'seller@haat.example',
  )
  await expect(main(page)).toContainText('1 refunded')
  await lookAt(page)

  await button(page, 'Refund').click()
  await dialog.getByRole('button', { name: 'Refund ₹4,018.80' }).click()
  await expect(button(page, 'Refund')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(main(page)).toContainText('Paid (online), refunded.')

  await open(shopper, '/my-orders')
  await expect(order(shopper)).toContainText('Refunded')
  await expect(order(shopper)).toContainText(`${total} refunded`)
  await order(shopper).getByText('What happened').click()
  await expect(order(shopper)).toContainText('Refund of ₹1,519.80')
  await expect(order(shopper)).not.toContainText('seller@haat.example')
  await shopper.close()
})

test.describe('before JavaScript has loaded', () => {
  test.use({ javaScriptEnabled: false })

  test('an order is left, paid later and shown as paid', async ({ page }) => {
    await shopperWithCart(page)
    const choose = async () => {
      await page.goto('/cart')
      await main(page)
        .getByRole('radio', { name: /Pay online/ })
        .check()
      await button(page, 'Place order').click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Test checkout')
    }
    await choose()
    await button(page, 'Decline').click()
    await expect(main(page)).toContainText('The bank declined this test payment.')
    await button(page, 'Cancel').click()
    await expect(page.getByText('Payment cancelled.')).toBeVisible()
    await choose()
    await page.goto('/my-orders')
    await button(page, /Pay now/).click()
    await button(page, 'Pay').click()
    await page.getByRole('link', { name: 'Go now' }).click()
    await expectPaid(page)
  })
})
