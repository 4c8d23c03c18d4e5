import { englishLeft } from './english-left.ts'
import { ownShop } from './own-shop.ts'
import { seller } from './seller.ts'
import { expect, expectAccessible, expectToFit, open, test } from './shop-test.ts'
import { withDevice } from './virtual-device.ts'

// Refused on purpose: a lock that does not know its person.
test.use({ expectedErrors: [/status of 40[13]/], viewport: { width: 360, height: 740 } })

const shop = ownShop({})
/** Passkeys belong to a name, never to an IP address. */
const at = (path: string) => shop.origin.replace('127.0.0.1', 'localhost') + path

test('a maker comes in with the lock of the phone, and opens the workshop with it again', async ({
  page,
  playwright,
}) => {
  const office = await playwright.request.newContext({ baseURL: at('/'), extraHTTPHeaders: { origin: at('') } })
  const send = async (url: string, data: object) => {
    const answer = await office.post(url, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  await send('/api/seller/login', { email: seller.email, password: seller.password })
  const { application } = await send('/api/producer', { name: 'मट्टी पॉटरी', location: 'खुर्जा' })
  const { url } = await send(`/api/producer/${application._id}/invitation`, { name: 'सविता प्रजापति' })

  const knowsPerson = await withDevice(page)
  await open(page, url.replace('127.0.0.1', 'localhost'))
  await page.getByRole('button', { name: 'आगे बढ़ें' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'सविता प्रजापति जी, आइए' })).toBeFocused()
  const lock = page.getByRole('button', { name: 'इस फ़ोन के लॉक से' })
  await knowsPerson(false)
  await lock.click()
  await expect(page.getByText('लॉक नहीं खुला', { exact: false }).first()).toBeVisible()
  await expectToFit(page)
  await expectAccessible(page, 'any')
  expect(await englishLeft(page)).toEqual([])
  await knowsPerson(true)
  await lock.click()
  await expect(page.getByRole('heading', { level: 1, name: 'नमस्ते, सविता जी' })).toBeVisible()

  await page.getByRole('banner').locator('summary').click()
  await page.getByRole('button', { name: 'लॉगआउट' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'सविता प्रजापति' })).toBeVisible()
  await expect(page.getByLabel('6 अंकों का पिन')).toHaveCount(0)
  await expectAccessible(page, 'any')
  expect(await englishLeft(page)).toEqual([])
  await lock.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'नमस्ते, सविता जी' })).toBeVisible()
})
