import { statSync } from 'node:fs'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { applicationField } from './applications.ts'
import { asSeller } from './seller.ts'
import { expect, expectAccessible, expectToFit, newPerson, open, test } from './shop-test.ts'

/** As a phone writes it: the sensor lies, and the file says that the camera stood. Noise, which is large as a file. */
async function phonePhoto() {
  const [width, height] = [4000, 3000]
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const buffer = await sharp({ create: { width, height, channels: 3, background: 'white', noise } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer()
  return { name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer }
}
const heic = {
  name: 'IMG_2042.HEIC',
  mimeType: 'image/heic',
  buffer: Buffer.from('\0\0\0\x24ftypheic\0\0\0\0mif1MiHEheic and no browser of this test reads the rest', 'latin1'),
}
const damaged = { name: 'half.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('\xff\xd8\xff\xe0 nothing', 'latin1') }
const small = 'catalogue/pottery-stoneware-vase-1.jpg'

interface Sent {
  name: string
  type: string
  bytes: number
  width: number
  height: number
}

/** Has the page note the files that it sends; the browser tells nobody else what is in them. Gives those sent since the last asking. */
async function noteSent(page: Page) {
  const sent: Sent[] = []
  await page.exposeFunction('noteSent', (file: Sent) => sent.push(file))
  await page.addInitScript(() => {
    const send = XMLHttpRequest.prototype.send
    XMLHttpRequest.prototype.send = async function (body) {
      for (const file of body instanceof FormData ? body.values() : []) {
        if (!(file instanceof File)) continue
        const { width, height } = await createImageBitmap(file)
        const { name, type, size: bytes } = file
        await Reflect.get(window, 'noteSent')({ name, type, bytes, width, height })
      }
      send.call(this, body)
    }
  })
  return () => sent.splice(0)
}

test('photos of a phone are made small and stay upright; what cannot be read says what to do', async ({ page }) => {
  test.slow()
  const photo = await phonePhoto()
  await asSeller(page)
  const takeSent = await noteSent(page)
  await open(page, '/seller')
  const images = page.getByRole('list', { name: 'Product images, in order' })
  await page.getByLabel('Choose a file').setInputFiles([photo, heic, damaged])
  await expect(images.getByRole('img')).toHaveCount(1)
  await expect(page.getByText(/IMG_2042.HEIC is a phone photo in HEIC format.*Most Compatible/)).toBeVisible()
  const told = page.getByText('half.jpg cannot be opened. Try again, or choose another.')
  await expect(told).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page)
  // A HEIC stays one, however often it is tried.
  await expect(page.getByRole('button', { name: /Try again/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'Try again with half.jpg' }).click()
  await expect(told).toBeVisible()
  await expect(page.getByText(/IMG_2042.HEIC/)).toBeVisible()

  await page.getByLabel('Choose a file').setInputFiles(small)
  await expect(images.getByRole('img')).toHaveCount(2)
  await expect(told).toHaveCount(0)
  const name = `Photographed Bowl ${newPerson().email.replace(/\D/g, '')}`
  await page.getByLabel('Product name').fill(name)
  await page.getByLabel('Price', { exact: true }).fill('100')
  await page.getByLabel('Offer price').fill('90')
  await page.getByRole('button', { name: 'Add product' }).click()
  await expect(page.getByText(`${name} is on sale.`)).toBeVisible({ timeout: 60_000 })
  const sent = takeSent()
  expect(sent).toMatchObject([
    { name: 'IMG_2041.jpeg', type: 'image/jpeg', width: 1500, height: 2000 },
    // One that is small already goes as it is.
    { name: 'pottery-stoneware-vase-1.jpg', bytes: statSync(small).size },
  ])
  expect(sent[0]?.bytes).toBeLessThan(photo.buffer.length / 2)
  const found = await (await page.request.get('/api/product/list', { params: { q: name } })).json()
  expect(found.products[0].images[0].height).toBeGreaterThan(found.products[0].images[0].width)
})

test.describe('with a connection that comes and goes', () => {
  test.use({ expectedErrors: [/ERR_FAILED|Failed to load/] })

  test("an applicant's photo is made small, and is sent again after it failed", async ({ page }) => {
    const takeSent = await noteSent(page)
    await open(page, '/producerform')
    const upload = page.getByRole('button', { name: 'Or upload a photo (your profile photo)' })
    const choose = async (file: typeof heic) => {
      const choosing = page.waitForEvent('filechooser')
      await upload.click()
      await (await choosing).setFiles(file)
    }
    const field = applicationField(page, 'profileImageUrl')
    const again = page.getByRole('button', { name: 'Try again (your profile photo)' })
    await choose(heic)
    await expect(field).toHaveAccessibleDescription(/HEIC format.*send it as a JPEG/)
    await expect(again).toHaveCount(0)

    await page.route('**/api/producer/picture', (route) => route.abort())
    await choose(await phonePhoto())
    await expect(field).toHaveAccessibleDescription(/The upload failed. Check the network and try again./)
    await page.unroute('**/api/producer/picture')
    takeSent()
    await again.click()
    await expect(field).toHaveValue(/^\/media\/producer-/)
    await expect(again).toHaveCount(0)
    expect(takeSent()).toMatchObject([{ type: 'image/jpeg', width: 1500, height: 2000 }])
  })
})
