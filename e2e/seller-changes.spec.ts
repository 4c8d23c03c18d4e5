import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { newApplication } from './applications.ts'
import { englishLeft } from './english-left.ts'
import { PIN } from './makers.ts'
import { ownShop } from './own-shop.ts'
import { expect, expectAccessible, expectToFit, open, test, toast } from './shop-test.ts'

// A queue of the file's own: what other tests send would stand in it.
const shop = ownShop()
test.describe.configure({ mode: 'serial' })
test.use({ expectedErrors: [/40[0139]/] })

async function send(request: APIRequestContext, method: string, path: string, data?: object) {
  const { origin } = shop
  const answer = await request.fetch(origin + path, { method, headers: { origin }, ...(data ? { data } : {}) })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return answer.json()
}

/** A producer of the shop; the office is logged in. Gives the id and a link of an invitation. */
async function approved(office: APIRequestContext) {
  const application = newApplication()
  await send(office, 'POST', '/api/producer/submit', application)
  await shop.asSeller(office)
  const { applications } = await send(office, 'GET', '/api/producer/applications?status=pending')
  const id: string = applications.find(({ email }: { email: string }) => email === application.email)._id
  await send(office, 'PATCH', `/api/producer/status/${id}`, { status: 'approved' })
  await send(office, 'PATCH', `/api/producer/${id}`, { language: 'hi' })
  const { url } = await send(office, 'POST', `/api/producer/${id}/invitation`, { name: 'लता बाई' })
  return { id, url: String(url), token: new URL(url).searchParams.get('token') ?? '' }
}

/** A maker who sends a changed piece and a new one. */
async function makerWithWishes(office: APIRequestContext, theirs: APIRequestContext) {
  const { id, token } = await approved(office)
  await send(theirs, 'POST', '/api/workshop/enter', { token, pin: PIN })
  const scarf = await shop.addProduct(office, {
    ...{ name: 'Indigo Scarf', category: 'Textiles-and-clothing', price: 1600, offerPrice: 1490, producer: id },
    ...{ makerPrice: 760, costs: 150, description: ['Silk and cotton', 'Indigo, three dips'] },
  })
  await send(theirs, 'PATCH', `/api/workshop/product/${scarf}`, {
    ...{ makerPrice: 820, description: ['Silk and cotton', 'Indigo, seven dips', 'Wash it by itself'] },
  })
  const pictures: string[] = []
  for (const background of ['teal', 'brown']) {
    const buffer = await sharp({ create: { width: 400, height: 400, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const answer = await theirs.post(`${shop.origin}/api/workshop/picture`, {
      headers: { origin: shop.origin },
      multipart: { picture: { name: 'a.jpg', mimeType: 'image/jpeg', buffer } },
    })
    pictures.push((await answer.json())._id)
  }
  await send(theirs, 'POST', '/api/workshop/product', {
    ...{ name: 'कटोरी, 3 का सेट', category: 'Pottery-Ceramics', makerPrice: 640, stock: 6, pictures },
    description: ['चाक पर बनी'],
  })
  return { id, scarf }
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name })

test('the office decides changes by keys alone', async ({ page, browser }) => {
  test.slow()
  const theirs = await browser.newContext()
  await shop.asSeller(page.request)
  await open(page, `${shop.origin}/seller/changes`)
  await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible()
  await expectAccessible(page, 'any')
  const { id, scarf } = await makerWithWishes(page.request, theirs.request)
  await open(page, `${shop.origin}/seller/overview`)
  await expect(page.getByRole('link', { name: /^2 changes of makers wait, the oldest since / })).toBeVisible()
  await open(page, `${shop.origin}/seller/producers/${id}`)
  await page.getByRole('navigation', { name: 'Of this producer' }).getByRole('link', { name: 'Pieces' }).click()
  await expect(page.getByText('1 product, 1 in stock')).toBeVisible()
  await expectAccessible(page, 'any')

  await open(page, `${shop.origin}/seller/changes`)
  await expect(page.getByText(/^2 wait, the oldest since /)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Seller' })).toContainText(/Changes\s*2 waiting/)
  await expect(heading(page, 'Indigo Scarf')).toBeVisible()
  await expect(page.getByText('Text: one line changed, one added')).toBeVisible()
  await expect(page.getByRole('article').locator('del')).toHaveText('gone: three ')
  await expect(page.getByRole('article').locator('ins').last()).toHaveText('added: Wash it by itself')
  await expect(page.getByText('Maker’s price: ₹60.00 more')).toBeVisible()
  await expectToFit(page)
  await expectAccessible(page, 'any')

  const { keyboard } = page
  await keyboard.press('j')
  await expect(heading(page, 'कटोरी, 3 का सेट')).toBeFocused()
  await expectToFit(page)
  await expectAccessible(page, 'any')
  await keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Photo 1 of 2, open large. First' })).toBeFocused()
  await keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Photo 2 of 2, open large' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  // The keys are the dialog's now.
  await keyboard.press('a')
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await keyboard.press('k')
  await expect(heading(page, 'Indigo Scarf')).toBeFocused()

  await keyboard.press('n')
  const sentence = page.getByLabel('A sentence for the maker', { exact: false })
  await expect(sentence).toBeFocused()
  // In a field a letter is a letter.
  await keyboard.type('ask')
  await expect(sentence).toHaveValue('ask')
  await sentence.fill('')
  await heading(page, 'Indigo Scarf').focus()
  await keyboard.press('Control+a')
  await keyboard.press('s')
  await expect(page.getByText('Write a sentence for the maker').first()).toBeVisible()
  await heading(page, 'Indigo Scarf').focus()
  await keyboard.press('a')
  await expect(toast(page, 'Indigo Scarf: approved')).toBeVisible()
  await expect(heading(page, 'कटोरी, 3 का सेट')).toBeFocused()
  const { product } = await send(page.request, 'GET', `/api/product/${scarf}`)
  expect(product.description).toEqual(['Silk and cotton', 'Indigo, seven dips', 'Wash it by itself'])

  await keyboard.press('a')
  await expect(page.getByText('Enter the price')).toBeVisible()
  await page.getByLabel('Price', { exact: true }).pressSequentially('1390')
  await keyboard.press('Tab')
  await keyboard.type('1250')
  await expect(page.getByText('Shoppers see 10% off.')).toBeVisible()
  await keyboard.press('Tab')
  await keyboard.type('180')
  await expect(page.getByText('₹1,005.50 of these ₹1,250.00 go to', { exact: false })).toBeVisible()
  await expectAccessible(page, 'any')
  await heading(page, 'कटोरी, 3 का सेट').focus()
  await keyboard.press('a')
  await expect(toast(page, 'कटोरी, 3 का सेट: approved')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible()
  await open(page, `${shop.origin}/products?q=कटोरी`)
  await expect(page.getByRole('main')).toContainText('₹1,250')
  await theirs.close()
})

test('on a phone without scripts a piece is sent back and another approved', async ({ browser }) => {
  const office = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const theirs = await browser.newContext()
  const page = await office.newPage()
  await makerWithWishes(office.request, theirs.request)
  await page.goto(`${shop.origin}/seller/changes`)
  await page
    .getByRole('region', { name: 'The queue' })
    .getByRole('link', { name: /Indigo Scarf/ })
    .click()
  await expect(page.getByRole('link', { name: 'Back to the queue' })).toBeVisible()
  await page.getByRole('button', { name: 'Send back' }).click()
  await expect(page.getByText('Write a sentence for the maker').first()).toBeVisible()
  await page.getByLabel('A sentence for the maker', { exact: false }).fill('फ़ोटो अँधेरी है।')
  await page.getByRole('button', { name: 'Send back' }).click()
  await expect(heading(page, 'कटोरी, 3 का सेट')).toBeVisible()
  await page.getByLabel('Price', { exact: true }).fill('1390')
  await page.getByLabel('Offer price').fill('1250')
  await page.getByRole('button', { name: 'Approve and put on sale' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible()
  await expect(page.getByText('Sent back, with the maker: 1')).toBeVisible()
  await expect(page.getByText('फ़ोटो अँधेरी है।')).toBeVisible()
  const { pieces } = await send(theirs.request, 'GET', '/api/workshop/products')
  expect(pieces.map(({ state }: { state: string }) => state)).toEqual(['sent back', 'on sale'])
  await office.close()
  await theirs.close()
})

test('a maker writes their own page on a phone, in Hindi, and the office looks at it', async ({ page, browser }) => {
  test.slow()
  const { id, url } = await approved(page.request)
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: shop.origin })
  const theirs = await context.newPage()
  const names =
    /\bBH\b|UPI|PAN|Bina Handloom Collective [0-9a-f]+|Sualkuchi, Assam|eri silk|natural dye|mekhela chador|\S+@\S+/g
  const expectInHindi = async () => {
    const left = (await englishLeft(theirs)).filter((text) =>
      /[A-Za-z]/.test(text.replace(names, '').replace(/We are nine women[\s\S]*/, '')),
    )
    expect(left, `English at ${theirs.url()}`).toEqual([])
    await expectToFit(theirs)
    await expectAccessible(theirs, 'any')
  }
  await send(context.request, 'POST', '/api/workshop/enter', {
    token: new URL(url).searchParams.get('token'),
    pin: PIN,
  })
  await open(theirs, '/workshop')
  await theirs.getByRole('navigation', { name: 'वर्कशॉप' }).getByRole('link', { name: 'मेरा पेज' }).click()
  await expect(theirs.getByRole('heading', { level: 1, name: 'मेरा पेज' })).toBeVisible()
  await expectInHindi()
  await theirs.getByLabel('आपकी कहानी').fill('हम चार कुम्हार एक भट्ठी पर काम करते हैं।')
  await theirs.getByLabel('क्या-क्या बनता है').fill('टेराकोटा, चाक का काम')
  await expect(theirs.getByText('फ़ोन में रखा है')).toBeVisible()
  // Left and opened again, it is still there.
  await open(theirs, '/workshop')
  await open(theirs, '/workshop/story')
  await expect(theirs.getByLabel('आपकी कहानी')).toHaveValue('हम चार कुम्हार एक भट्ठी पर काम करते हैं।')
  await theirs.getByRole('button', { name: 'देखें' }).click()
  await expect(theirs.getByRole('region', { name: 'ग्राहक को ऐसा दिखेगा' })).toContainText('हम चार कुम्हार')
  await expectInHindi()
  await theirs.getByRole('button', { name: 'दफ़्तर को भेजें' }).click()
  await expect(theirs.getByText('दफ़्तर में देखा जा रहा है', { exact: false })).toBeVisible()
  await expectInHindi()
  await theirs.getByRole('switch', { name: 'अब तक की कमाई दिखे' }).click()
  await expect(theirs.getByRole('switch', { name: 'अब तक की कमाई दिखे' })).toBeChecked()

  await open(page, `${shop.origin}/seller/changes`)
  await expect(page.getByText('Their own page')).toBeVisible()
  await expect(page.getByRole('article')).toContainText('हम चार कुम्हार')
  await expectToFit(page)
  await expectAccessible(page, 'any')
  await page.getByRole('button', { name: 'Send back' }).first().waitFor()
  await page.getByRole('button', { name: /थोड़ा और लिखिए/ }).click()
  await page.getByRole('button', { name: 'Send back' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible()

  await open(theirs, '/workshop')
  await expect(theirs.getByRole('region', { name: 'मेरा पेज' })).toContainText('अपने काम के बारे में थोड़ा और लिखिए।')
  await expectInHindi()
  await theirs.getByRole('region', { name: 'मेरा पेज' }).getByRole('link', { name: 'बदलें' }).click()
  await expect(theirs.getByRole('heading', { level: 1, name: 'मेरा पेज' })).toBeVisible()
  await expect(theirs.getByText('अपने काम के बारे में थोड़ा और लिखिए।')).toBeVisible()
  await theirs.getByLabel('आपकी कहानी').fill('हम चार कुम्हार। भट्ठी में लकड़ी जलती है।')
  await theirs.getByRole('button', { name: 'दफ़्तर को भेजें' }).click()
  await expect(theirs.getByText('दफ़्तर में देखा जा रहा है', { exact: false })).toBeVisible()
  await open(page, `${shop.origin}/seller/changes`)
  await page.keyboard.press('a')
  await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible()
  await open(page, `${shop.origin}/producers/${id}`)
  await expect(page.getByRole('main')).toContainText('भट्ठी में लकड़ी जलती है')

  await open(page, `${shop.origin}/seller/producers/${id}`)
  await page.getByLabel('Trusted').check()
  await page.getByRole('button', { name: 'Save trust and language' }).click()
  await expect(toast(page, /is saved/)).toBeVisible()
  await expect(page.getByLabel('Trusted')).toBeChecked()
  await expectAccessible(page, 'any')
  await open(theirs, '/workshop/story')
  await theirs.getByLabel('आपकी कहानी').fill('अब सीधे दुकान में।')
  await theirs.getByRole('button', { name: 'मेरे पेज पर दिखाएँ' }).click()
  await expect(toast(theirs, 'अब आपके पेज पर यही दिखता है।')).toBeVisible()

  await theirs.getByLabel('आपकी कहानी').fill('आधा लिखा')
  await theirs.getByRole('banner').locator('summary').click()
  await theirs.getByRole('button', { name: 'लॉगआउट' }).click()
  await expect(theirs.getByRole('heading', { level: 1, name: /अपना पिन डालिए/ })).toBeVisible()
  expect(
    await theirs.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('haat-workshop'))),
  ).toEqual([])
  await context.close()
})
