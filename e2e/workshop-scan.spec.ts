import type { Page, PlaywrightTestArgs, PlaywrightWorkerArgs } from '@playwright/test'
import { asSeller } from './applications.ts'
import { heading, PIN, producerWithOrder, send } from './makers.ts'
import { expect, expectAccessible, expectToFit, open, test } from './shop-test.ts'

const MOVING_PICTURES = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...MOVING_PICTURES] }),
})

type Parts = Pick<PlaywrightTestArgs & PlaywrightWorkerArgs, 'page' | 'browser' | 'playwright'> & {
  baseURL: string | undefined
}

/** A maker's phone with a parcel to pack. */
async function makersPhone({ page, browser, playwright, baseURL }: Parts) {
  const shopper = await playwright.request.newContext({ baseURL })
  await asSeller(page.request)
  const { id } = await producerWithOrder(page.request, shopper)
  const { url } = await send(page.request, 'POST', `/api/producer/${id}/invitation`, { name: 'Savita', language: 'en' })
  await shopper.dispose()
  const theirs = await (await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL })).newPage()
  const token = new URL(url).searchParams.get('token')
  await send(theirs.request, 'POST', '/api/workshop/enter', { token, pin: PIN })
  return theirs
}

async function packIt(theirs: Page) {
  await open(theirs, '/workshop')
  await theirs.getByRole('link', { name: 'Pack' }).click()
  await theirs.getByRole('button', { name: 'It is packed' }).click()
  await expect(heading(theirs, 'Ananya Rao, Bengaluru')).toBeVisible()
}

test('a tracking number is read with the camera', async ({ page, browser, playwright, baseURL }) => {
  const theirs = await makersPhone({ page, browser, playwright, baseURL })
  // Chromium on Linux reads no bar codes: what it would read of the camera's pictures is given here, first that of goods.
  await theirs.addInitScript(() => {
    const seen = ['8901', 'EK 482917367 IN']
    class BarcodeDetector {
      async detect(video: HTMLVideoElement) {
        const rawValue = video.videoWidth > 0 && !video.paused ? seen.shift() : undefined
        return rawValue === undefined ? [] : [{ rawValue }]
      }
    }
    Object.assign(window, { BarcodeDetector })
  })
  await packIt(theirs)
  await theirs.getByRole('button', { name: 'Read it with the camera' }).click()
  const scan = theirs.getByRole('dialog', { name: 'Bar code of the receipt' })
  await expect(scan).toContainText('EK 482917367 IN')
  await expectAccessible(theirs, 'any')
  await expectToFit(theirs)
  await scan.getByRole('button', { name: 'That is it' }).click()
  await expect(theirs.getByLabel('Tracking number')).toHaveValue('EK 482917367 IN')
  await theirs.getByLabel('Courier', { exact: true }).fill('Speed Post')
  await theirs.getByRole('button', { name: 'It is sent' }).click()
  await expect(theirs.getByText('EK 482917367 IN')).toBeVisible()
  await theirs.context().close()
})

test('only pages of the workshop may ask for the camera', async ({ request }) => {
  const policyOf = async (path: string) => (await request.get(path)).headers()['permissions-policy']
  for (const path of ['/workshop', '/workshop/parcels', '/workshop/enter?token=none'])
    expect(await policyOf(path), path).toMatch(/^camera=\(self\), microphone=\(\), /)
  for (const path of ['/', '/products', '/seller/login', '/sw.js', '/nowhere'])
    expect(await policyOf(path), path).toMatch(/^camera=\(\), microphone=\(\), /)
})

test('without a camera the number is typed, and a browser that reads no bar codes says nothing of it', async ({
  page,
  browser,
  playwright,
  baseURL,
}) => {
  const theirs = await makersPhone({ page, browser, playwright, baseURL })
  await packIt(theirs)
  await expect(theirs.getByRole('button', { name: 'Read it with the camera' })).toHaveCount(0)

  await theirs.addInitScript(() => {
    const refused = () => Promise.reject(new DOMException('Refused', 'NotAllowedError'))
    Object.assign(window, { BarcodeDetector: class {} })
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: refused })
  })
  await open(theirs, new URL(theirs.url()).pathname)
  await theirs.getByRole('button', { name: 'Read it with the camera' }).click()
  const scan = theirs.getByRole('dialog', { name: 'Bar code of the receipt' })
  await expect(scan).toContainText('The camera cannot be used here. Type the number.')
  await theirs.keyboard.press('Escape')
  await expect(scan).toHaveCount(0)
  await expect(theirs.getByLabel('Tracking number')).toBeVisible()
  await theirs.context().close()
})
