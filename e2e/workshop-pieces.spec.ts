import type { APIRequestContext, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { approvedProducer, asSeller } from './applications.ts'
import { expectInHindi as expectPageInHindi, heading, PIN, send } from './makers.ts'
import { expect, expectAccessible, expectToFit, open, test } from './shop-test.ts'

// A photo that does not arrive, as the test asks for.
test.use({ expectedErrors: [/Failed to load resource/] })

const NAMES = /Haat|UPI|Bina Handloom Collective [0-9a-f]+|Meera Joshi|[Ss]eller\S*|MB|HEIC|\S+@\S+|https?:\S*/g

/** A photo of so many pixels across, as a phone takes it. */
async function photoOfPhone(width: number) {
  const size = { width, height: Math.round((width * 3) / 4), channels: 3, background: '#7f9f8f' } as const
  const buffer = await sharp({ create: size }).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  return { name: `IMG_${width}.jpg`, mimeType: 'image/jpeg', buffer }
}

const expectInHindi = (page: Page) => expectPageInHindi(page, NAMES)

async function invitation(office: APIRequestContext) {
  const producer = await approvedProducer(office)
  const id = producer.path.split('/').at(-1) ?? ''
  const { url } = await send(office, 'POST', `/api/producer/${id}/invitation`, { name: 'सविता प्रजापति' })
  return { id, url: new URL(url) }
}

/** Counts what a maker presses and chooses. */
function fingers() {
  let count = 0
  return {
    count: () => count,
    async tap(what: Locator) {
      count += 1
      await what.click()
    },
  }
}

test('a maker sends a piece with photos, mends it and sends it again, in Hindi', async ({ page, browser, baseURL }) => {
  test.slow()
  await asSeller(page.request)
  const { url } = await invitation(page.request)
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL })
  const theirs = await phone.newPage()
  const { tap, count } = fingers()

  await open(theirs, url.pathname + url.search)
  await tap(theirs.getByRole('button', { name: 'आगे बढ़ें' }))
  await theirs.getByLabel('6 अंकों का पिन चुनिए').fill(PIN)
  await tap(theirs.getByRole('button', { name: 'वर्कशॉप खोलें' }))
  await expect(heading(theirs, 'नमस्ते, सविता जी')).toBeVisible()
  await tap(theirs.getByRole('main').getByRole('link', { name: 'नया सामान डालें' }))
  await expect(heading(theirs, 'नया सामान')).toBeVisible()
  await expectInHindi(theirs)

  // The second of three photos does not arrive at first; the others go on.
  let photosSent = 0
  await theirs.route('**/api/workshop/picture', (route) => {
    photosSent += 1
    return photosSent === 2 ? route.abort() : route.continue()
  })
  const photos = await Promise.all([4032, 2000, 640].map((width) => photoOfPhone(width)))
  const chooser = theirs.waitForEvent('filechooser')
  await tap(theirs.getByRole('button', { name: 'फ़ोन से चुनें' }))
  await (await chooser).setFiles(photos)
  const slots = theirs.getByRole('listitem', { name: /^फ़ोटो \d$/ })
  await expect(slots).toHaveCount(3)
  await expect(slots.nth(1).getByRole('alert')).toHaveText('नहीं पहुँची')
  await expect(slots.nth(0)).toContainText('पहली फ़ोटो')
  await expectInHindi(theirs)
  await slots.nth(1).getByRole('button', { name: 'फिर से भेजें' }).click()
  await expect(slots.nth(1).getByRole('alert')).toHaveCount(0)

  await theirs.getByLabel('इसका नाम क्या है?').fill('सेलाडॉन कटोरी')
  await tap(theirs.getByText('मिट्टी के बर्तन', { exact: true }))
  await theirs.getByLabel('आपका दाम').fill('640')
  await expect(theirs.getByText('बिकने पर ₹640 आपके', { exact: false })).toBeVisible()
  await tap(theirs.getByText('स्टोनवेयर', { exact: true }))
  await tap(theirs.getByText('चाक पर', { exact: true }))
  await theirs.getByLabel('कितना ऊँचा है?').fill('6')
  await tap(theirs.getByText('हरा', { exact: true }))
  await tap(theirs.getByText('गीले कपड़े से पोंछें', { exact: true }))
  await tap(theirs.getByText('पूरा हाथ से', { exact: true }))
  await theirs.getByLabel('कहाँ बना है?').fill('खुर्जा')
  await expect(theirs.getByText('फ़ोन में रखा है')).toBeVisible()
  await expectInHindi(theirs)

  // What was typed is there after the phone has closed the page.
  await theirs.reload()
  await expect(theirs.getByLabel('इसका नाम क्या है?')).toHaveValue('सेलाडॉन कटोरी')
  await expect(slots).toHaveCount(3)
  await expect(theirs.getByRole('radio', { name: 'पूरा हाथ से' })).toBeChecked()

  // Without a connection the button stays, and nothing is sent until there is one.
  await phone.setOffline(true)
  await tap(theirs.getByRole('button', { name: 'दफ़्तर को भेजें' }))
  await expect(theirs.getByRole('status').filter({ hasText: 'अभी कुछ नहीं गया' })).toBeVisible()
  await phone.setOffline(false)
  await expect(heading(theirs, 'दफ़्तर को भेज दिया')).toBeVisible()
  await expect(theirs.getByText('देखा जा रहा है')).toBeVisible()
  expect(count(), 'taps from the open invitation to a piece that waits').toBeLessThanOrEqual(12)
  await expectInHindi(theirs)
  await theirs.getByRole('link', { name: 'एक और सामान डालें' }).click()
  await expect(theirs.getByLabel('इसका नाम क्या है?')).toHaveValue('')

  const { changes } = await send(page.request, 'GET', '/api/change')
  const waiting = changes.find(({ name }: { name: string }) => name === 'सेलाडॉन कटोरी')
  expect(waiting.wanted).toMatchObject({ makerPrice: 640, stock: 1, facts: { height: 6, place: 'खुर्जा' } })
  expect(waiting.wanted.pictures).toHaveLength(3)
  const message = 'फ़ोटो में दो चीज़ें हैं। एक ही कटोरी दिखाइए।'
  await send(page.request, 'POST', `/api/change/${waiting._id}`, { to: 'sent back', message })

  // A task has an arrow in place of the five pages.
  await theirs.getByRole('link', { name: 'पीछे' }).click()
  await theirs.getByRole('link', { name: 'आज', exact: true }).click()
  await expect(theirs.getByText(message, { exact: false })).toBeVisible()
  await expectInHindi(theirs)
  await theirs.getByRole('link', { name: 'सामान', exact: true }).click()
  await expect(heading(theirs, 'मेरा सामान')).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'वापस आया 1' })).toBeVisible()
  await expectInHindi(theirs)
  await theirs.getByRole('link', { name: 'ठीक करें' }).click()
  await expect(heading(theirs, 'सेलाडॉन कटोरी')).toBeVisible()
  await expect(theirs.getByText(message, { exact: false })).toBeVisible()
  await expectInHindi(theirs)
  await theirs.getByRole('button', { name: 'फ़ोटो 3 हटाएँ' }).click()
  await theirs.getByLabel('इसका नाम क्या है?').fill('सेलाडॉन कटोरी, एक')
  await theirs.getByRole('button', { name: 'दफ़्तर को फिर से भेजें' }).click()
  await expect(heading(theirs, 'दफ़्तर को भेज दिया')).toBeVisible()
  const again = (await send(page.request, 'GET', '/api/change')).changes.find(
    ({ _id }: { _id: string }) => _id === waiting._id,
  )
  expect([again.edition, again.name, again.wanted.pictures.length]).toEqual([2, 'सेलाडॉन कटोरी, एक', 2])

  // Taken back it is gone.
  await theirs.getByRole('link', { name: 'मेरा सामान देखें' }).click()
  await theirs.getByRole('link', { name: 'बदलें' }).click()
  await theirs.getByRole('button', { name: 'वापस लें' }).click()
  await theirs.getByRole('dialog').getByRole('button', { name: 'हाँ, वापस लें' }).click()
  await expect(theirs.getByText('अभी कोई सामान नहीं')).toBeVisible()
  await phone.close()
})

test('a maker changes how many there are at once, also before the scripts, and sees what is missing', async ({
  page,
  browser,
  baseURL,
}) => {
  await asSeller(page.request)
  const { id, url } = await invitation(page.request)
  const productData = {
    name: 'फूलदान',
    category: 'Pottery-Ceramics',
    price: 1000,
    offerPrice: 900,
    producer: id,
    stock: 2,
  }
  const added = await page.request.post('/api/product/add', { multipart: { productData: JSON.stringify(productData) } })
  const { product } = await added.json()
  const stock = async () => (await send(page.request, 'GET', `/api/product/seller/${product._id}`)).product.stock
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL })
  const body = { token: url.searchParams.get('token'), pin: PIN, language: 'hi' }
  await send(phone.request, 'POST', '/api/workshop/enter', body)

  const theirs = await phone.newPage()
  await open(theirs, '/workshop/products')
  await theirs.getByRole('button', { name: 'फूलदान: एक कम' }).click()
  await expect(theirs.getByText('सिर्फ़ 1 बचा')).toBeVisible()
  await expect.poll(stock).toBe(1)
  await theirs.getByRole('button', { name: 'फूलदान: एक कम' }).click()
  await expect(theirs.getByText('एक भी नहीं')).toBeVisible()
  await expect(theirs.getByText('ख़त्म').first()).toBeVisible()

  await theirs.getByRole('link', { name: 'नया सामान डालें' }).click()
  await theirs.getByRole('button', { name: 'दफ़्तर को भेजें' }).click()
  for (const missing of [
    'कम से कम एक फ़ोटो डालिए',
    'इसका नाम लिखिए',
    'बताइए, किस तरह का सामान है',
    'अपना दाम अंकों में लिखिए',
  ])
    await expect(theirs.getByText(missing)).toBeVisible()
  await expectInHindi(theirs)

  const plain = await (
    await browser.newContext({ storageState: await phone.storageState(), javaScriptEnabled: false, baseURL })
  ).newPage()
  await plain.goto('/workshop/products')
  await plain.getByRole('button', { name: 'फूलदान: एक और' }).click()
  await expect(plain.getByText('सिर्फ़ 1 बचा')).toBeVisible()
  await plain.goto('/workshop/products/new?category=Statues-Sculptures')
  await plain.locator('input[name=picture]').setInputFiles([await photoOfPhone(300)])
  await plain.getByLabel('इसका नाम क्या है?').fill('नंदी')
  await plain.getByLabel('आपका दाम').fill('1200')
  for (const choice of ['पीतल', 'ढोकरा', 'पूरा हाथ से', 'सूखा रखें']) await plain.getByText(choice, { exact: true }).click()
  await plain.getByLabel('कितना ऊँचा है?').fill('12')
  await plain.getByRole('button', { name: 'दफ़्तर को भेजें' }).click()
  await expect(heading(plain, 'दफ़्तर को भेज दिया')).toBeVisible()
})

test('the pages of pieces fit a large screen, in English', async ({ page }) => {
  await asSeller(page.request)
  const { url } = await invitation(page.request)
  const body = { token: url.searchParams.get('token'), pin: PIN, language: 'en' }
  await send(page.request, 'POST', '/api/workshop/enter', body)
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/workshop/products/new')
  await page.getByText('Pottery', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'How high is it?' })).toBeVisible()
  await expectToFit(page)
  await expectAccessible(page, 'any')
})
