import type { Page } from '@playwright/test'
import { applicationsOf, asSeller, newApplication } from './applications.ts'
import { englishLeft } from './english-left.ts'
import { mailsTo } from './mail.ts'
import { expect, expectAccessible, expectToFit, open, test, toast } from './shop-test.ts'

test.use({ viewport: { width: 360, height: 740 } })

const field = (page: Page, name: string) => page.locator(`[name=${name}]`)

test('the Join form is there in Hindi, and each leads to the other with what was typed', async ({ page }) => {
  await open(page, '/producerform')
  await field(page, 'name').fill('सविता देवी')
  await expectAccessible(page)
  await page.getByRole('region', { name: 'Delivery and payment' }).getByRole('link', { name: 'हिन्दी' }).click()
  await expect(page).toHaveURL('/hi/producerform')
  await expect(page.getByRole('heading', { name: 'कारीगर के तौर पर जुड़ें' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN')
  await expect(field(page, 'name')).toHaveValue('सविता देवी')
  await page.getByRole('region', { name: 'डिलीवरी और पेमेंट' }).getByRole('link', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Join as Producer', level: 1 })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-IN')
  await expect(field(page, 'name')).toHaveValue('सविता देवी')
})

test('the Hindi form says where it stands in each language, and brings its own letters', async ({ page, request }) => {
  const fonts: string[] = []
  page.on('request', (asked) => asked.resourceType() === 'font' && fonts.push(new URL(asked.url()).pathname))
  await open(page, '/hi/producerform')
  const linked = (rel: string) =>
    page
      .locator(`link[rel=${rel}]`)
      .evaluateAll((all) =>
        all.map((one) => [one.getAttribute('hreflang'), new URL(String(one.getAttribute('href'))).pathname]),
      )
  expect(await linked('canonical')).toEqual([[null, '/hi/producerform']])
  const alternates = [
    ['en', '/producerform'],
    ['hi', '/hi/producerform'],
    ['x-default', '/producerform'],
  ]
  expect(await linked('alternate')).toEqual(alternates)
  expect(fonts.filter((font) => font.includes('mukta-hindi'))).toHaveLength(2)
  expect(await (await request.get('/sitemap.xml')).text()).toContain('/hi/producerform</loc>')

  fonts.length = 0
  await open(page, '/producerform')
  expect(await linked('alternate')).toEqual(alternates)
  expect(fonts.filter((font) => font.includes('mukta-hindi'))).toEqual([])
})

test('the Hindi form has no English label left, also where something is wrong, in the menu and once it was sent', async ({
  page,
  request,
}) => {
  await open(page, '/hi/producerform')
  expect(await englishLeft(page)).toEqual([])
  await expectAccessible(page)
  await expectToFit(page)

  await page.getByRole('button', { name: 'मेन्यू', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'मेन्यू' })).toBeVisible()
  expect(await englishLeft(page)).toEqual([])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'मेन्यू बंद करें' }).click()

  await page.getByRole('button', { name: 'फ़ॉर्म भेजें' }).click()
  const summary = page.getByRole('alert').filter({ hasText: '10 चीज़ें ठीक करनी हैं' })
  await expect(summary).toBeFocused()
  await expect(page).toHaveTitle(/^ग़लती: /)
  expect(await englishLeft(page)).toEqual([])
  await expectAccessible(page)

  const { specialties, ...application } = { ...newApplication(), name: 'सविता देवी', location: 'भुज', country: 'भारत' }
  for (const [name, value] of Object.entries({ ...application, specialties: 'शॉल, दरी', story: 'हम बारह लोग बुनते हैं।' }))
    await field(page, name).fill(String(value))
  await page.getByRole('button', { name: 'फ़ॉर्म भेजें' }).click()
  await expect(toast(page, 'फ़ॉर्म मिल गया।').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'फ़ॉर्म मिल गया' })).toBeFocused()
  expect(await englishLeft(page)).toEqual([])
  await expectAccessible(page)
  const [seen] = await applicationsOf(await asSeller(request), application.email)
  expect(seen).toMatchObject({ name: 'सविता देवी', language: 'hi' })
})

test('without JavaScript the shop finds what is wrong, in Hindi', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto('/hi/producerform')
  for (const [name, value] of Object.entries(newApplication())) await field(page, name).fill(String(value))
  await field(page, 'coverImageUrl').fill('http://nowhere')
  await page.getByRole('button', { name: 'फ़ॉर्म भेजें' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '1 चीज़ ठीक करनी है' })).toBeVisible()
  await expect(page.getByText('लिंक https:// से शुरू कीजिए').first()).toBeVisible()
  await context.close()
})

test('the mail leads the applicant to what became of the form, in both languages', async ({ page, request }) => {
  const application = { ...newApplication(), name: 'सविता देवी' }
  await open(page, '/hi/producerform')
  for (const [name, value] of Object.entries({ ...application, location: 'भुज', country: 'भारत' }))
    await field(page, name).fill(value)
  await page.getByRole('button', { name: 'फ़ॉर्म भेजें' }).click()
  await expect(page.getByRole('heading', { name: 'फ़ॉर्म मिल गया' })).toBeFocused()
  let path = ''
  await expect(async () => {
    const [mail] = await mailsTo(application.email)
    path = /\/hi\/application\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
    expect(path).not.toBe('')
  }).toPass({ timeout: 15_000 })

  const answer = await open(page, path)
  expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  await expect(page.getByRole('heading', { name: 'सविता देवी', level: 1 })).toBeVisible()
  await expect(page.locator('[aria-current=step]')).toContainText('पढ़ा जाएगा')
  expect(await englishLeft(page)).toEqual(['WhatsApp पर भेजें'])
  await expectAccessible(page)
  await expectToFit(page)
  const share = page.getByRole('link', { name: 'WhatsApp पर भेजें' })
  expect(new URL(String(await share.getAttribute('href'))).searchParams.get('text')).toContain(path)

  await page.getByRole('region', { name: 'डिलीवरी और पेमेंट' }).getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(path.slice('/hi'.length))
  await expect(page.getByText('A person reads every application.')).toBeVisible()
  await expectAccessible(page)

  const seller = await asSeller(request)
  const [found] = await applicationsOf(seller, application.email)
  const data = { status: 'rejected', message: 'मार्च में फिर से लिखिए।' }
  await seller.patch(`/api/producer/status/${found?._id}`, { data })
  await open(page, path.slice('/hi'.length))
  await expect(page.getByRole('heading', { name: 'Not now.' })).toBeVisible()
  await expect(page.getByText(data.message)).toHaveAttribute('lang', 'hi')
  await expectAccessible(page)
  await open(page, path)
  await expect(page.getByText(data.message)).toBeVisible()
  expect(await englishLeft(page)).toEqual(['WhatsApp पर भेजें'])
  await expectAccessible(page)
  await expectToFit(page)
  await page.getByRole('link', { name: 'फ़ॉर्म फिर से भरें' }).click()
  await expect(page).toHaveURL('/hi/producerform')
})

test.describe('a link that leads to no application', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('says so in its language', async ({ page }) => {
    await open(page, '/hi/application/nothing')
    await expect(page.getByRole('heading', { name: 'इस लिंक से कोई फ़ॉर्म नहीं खुलता' })).toBeVisible()
    expect(await englishLeft(page)).toEqual([])
    await open(page, '/application/nothing')
    await expect(page.getByRole('heading', { name: 'This link leads to no application' })).toBeVisible()
    await expectAccessible(page)
  })
})
