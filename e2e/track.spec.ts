import type { Page } from '@playwright/test'
import { approvedProducer } from './applications.ts'
import { placeOrderButton } from './checkout.ts'
import { asSeller, heading } from './seller.ts'
import {
  address,
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
  toast,
} from './shop-test.ts'

const main = (page: Page) => page.getByRole('main')
const order = (page: Page) => page.getByRole('article').first()

async function lookAt(page: Page) {
  await expectAccessible(page)
  await expectToFit(page)
}

async function answerOf(page: Page, method: string, url: string, data: object) {
  const answer = await page.request.fetch(url, { method, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

test('an order of two senders comes in two parcels, each with its cash, its line and a page to share', async ({
  page,
  browser,
  request,
}) => {
  test.slow()
  const producer = await approvedProducer(request)
  const id = producer.path.split('/').at(-1) ?? ''
  await asSeller(page)
  const vase = `Vase ${id}`
  const productData = { name: vase, category: 'Pottery-Ceramics', price: 1600, offerPrice: 1590, producer: id }
  await page.request.post('/api/product/add', { multipart: { productData: JSON.stringify(productData) } })

  // The producer sends by themselves.
  await open(page, `/seller/producers/${id}`)
  await expect(heading(page, 'Edit Producer')).toBeVisible()
  const sends = page.getByRole('region', { name: 'Who sends their parcels' })
  const send = sends.getByRole('button', { name: 'Save sender' })
  await expect(sends.getByLabel('PIN code')).toBeHidden()
  await sends.getByLabel('They send by themselves').check()
  await send.click()
  await expect(sends.getByText('Enter their street')).toBeVisible()
  await sends.getByLabel('Building and street').fill('4 Weavers Lane')
  await sends.getByLabel('PIN code').fill('795001')
  await expect(sends.getByLabel('State or union territory')).toHaveValue('Manipur')
  await sends.getByLabel('City or village').fill('Imphal')
  await sends.getByLabel('Phone of the sender').fill('98450 54321')
  await lookAt(page)
  await send.click()
  await expect(toast(page, `${producer.name} is saved`)).toBeVisible()
  await page.reload()
  await expect(sends.getByLabel('They send by themselves')).toBeChecked()
  await expect(sends.getByLabel('Building and street')).toHaveValue('4 Weavers Lane')
  const shown = await (await request.get(producer.path)).text()
  expect(shown).not.toContain('Weavers Lane')

  // Before the order is placed, the cart says how much each courier will ask for.
  const person = await logIn(page, newPerson())
  await saveAddress(page, person)
  const [theirs, ours] = [await findProduct(page, vase), await findProduct(page, 'Jaipur Blue Lidded Jar')]
  await answerOf(page, 'POST', '/api/cart/update', { cartItems: { [theirs._id]: 1, [ours._id]: 1 } })
  await open(page, '/cart')
  await expect(main(page)).toContainText('Comes in 2 parcels')
  await expect(main(page)).toContainText('Keep ₹1,621.80 and ₹2,499.00 ready, one for each parcel.')
  await lookAt(page)
  await placeOrderButton(page).click()
  await expect(main(page)).toContainText(`2 parcels: from ${producer.name} and from Haat.`)
  await expect(page.getByRole('region', { name: 'What happens next' })).toContainText(
    'Keep ₹1,621.80 and ₹2,499.00 ready, one for each parcel. No extra charge.',
  )
  await lookAt(page)

  const { orders } = await (await page.request.get('/api/order/user')).json()
  const { _id: orderId } = orders[0]
  await asSeller(page)
  for (const status of ['Confirmed', 'Packed']) await answerOf(page, 'POST', `/api/order/${orderId}/status`, { status })
  const { order: packed } = await (await page.request.get(`/api/order/user/${orderId}`)).json()
  const [first, second] = packed.parcels
  const courier = { courier: 'Speed Post', trackingNumber: `EX ${Date.now()} IN` }
  await answerOf(page, 'PATCH', `/api/parcel/${first._id}`, courier)
  await answerOf(page, 'POST', '/api/parcel/move', { parcels: [first._id], to: 'Shipped' })

  await open(page, '/my-orders')
  const [one, two] = [
    order(page).getByRole('region', { name: 'Parcel 1 of 2' }),
    order(page).getByRole('region', { name: 'Parcel 2 of 2' }),
  ]
  await expect(one).toContainText(`Parcel 1 of 2, from ${producer.name}`)
  await expect(one.locator('[aria-current=step]')).toContainText('Shipped')
  await expect(one).toContainText(`Speed Post ${courier.trackingNumber}. Keep ₹1,621.80 ready.`)
  await expect(one).toContainText(vase)
  await expect(two.locator('[aria-current=step]')).toContainText('Packed')
  await expect(two).toContainText('Leaves next. Keep ₹2,499.00 ready.')
  const share = one.getByRole('link', { name: /^Share/ })
  await expect(share).toHaveAttribute('href', /^https:\/\/wa\.me\/\?text=.*%2Ftrack%2F/)
  await lookAt(page)

  // Whoever has the link sees where the parcel is, and nothing of who gets it.
  const track = one.getByRole('link', { name: /^Track parcel/ })
  await expect(track).toHaveAttribute('href', first.trackPath)
  const stranger = await browser.newPage()
  const answer = await stranger.goto(first.trackPath)
  expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  await hydrated(stranger)
  await expect(heading(stranger, 'On its way to you')).toBeVisible()
  await expect(main(stranger)).toContainText('Parcel 1 of 2 of a Haat order, 1 item')
  await expect(main(stranger)).toContainText(courier.trackingNumber)
  await expect(main(stranger)).toContainText('Handed to Speed Post')
  await expect(stranger.getByRole('link', { name: 'Share on WhatsApp' })).toHaveAttribute('href', /^https:\/\/wa\.me\//)
  await expect(stranger.getByRole('link', { name: 'Track on the courier’s site' })).toHaveAttribute('href', /indiapost/)
  const text = await stranger.content()
  for (const secret of [address.firstName, address.city, address.zipcode, producer.name, '1,621', vase])
    expect(text).not.toContain(secret)
  await lookAt(stranger)

  // What did not arrive says so, and what to do.
  await answerOf(page, 'POST', '/api/parcel/move', { parcels: [first._id], to: 'Refused' })
  await stranger.reload()
  await expect(heading(stranger, 'Not accepted at the door')).toBeVisible()
  await expect(main(stranger)).toContainText('please order it again')
  await lookAt(stranger)
  await stranger.close()
  await open(page, '/my-orders')
  await expect(one).toContainText(/not accepted at the door on .*There is nothing to pay for it\./)
  await expect(two).toContainText('Keep ₹2,499.00 ready.')
  expect(second.trackPath).not.toBe(first.trackPath)
  await lookAt(page)
})

test.describe('a link to no parcel', () => {
  test.use({ expectedErrors: [/404/] })

  test('is not found, and says what to do', async ({ page }) => {
    const answer = await page.goto('/track/nothing')
    expect(answer?.status()).toBe(404)
    await hydrated(page)
    await expect(heading(page, 'This link leads to no parcel')).toBeVisible()
    await expect(main(page).getByRole('link', { name: 'My Orders' })).toBeVisible()
    await expect(page).toHaveTitle(/Parcel not found/)
    await lookAt(page)
  })
})

test('the overview leads to what is to do, and says whose goods brought how much', async ({ page }) => {
  await asSeller(page)
  await open(page, '/seller/overview')
  for (const name of ['To confirm', 'To pack', 'To ship', 'Expected in cash'])
    await expect(main(page).getByText(name, { exact: true })).toBeVisible()
  await expect(main(page).locator('a[href="/seller/orders?tab=confirm"]')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Revenue by producer' })).toBeVisible()
  await lookAt(page)
})
