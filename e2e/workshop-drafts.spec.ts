import type { APIRequestContext, Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { approvedProducer, asSeller } from './applications.ts'
import { PIN, send } from './makers.ts'
import { expect, expectAccessible, open, test } from './shop-test.ts'

// What the shop refuses here is refused on purpose.
test.use({ expectedErrors: [/Failed to load resource/] })

const DRAFTS = 'haat-workshop-'

/** The token of an invitation to an approved producer, or to this one. */
async function invited(office: APIRequestContext, person: object, of?: string) {
  const producer = of ?? (await approvedProducer(office)).path.split('/').at(-1) ?? ''
  const { url } = await send(office, 'POST', `/api/producer/${producer}/invitation`, person)
  return { producer, token: new URL(url).searchParams.get('token') ?? '' }
}

const enter = (request: APIRequestContext, token: string) =>
  send(request, 'POST', '/api/workshop/enter', { token, pin: PIN, language: 'en' })

const keptIn = (page: Page) =>
  page.evaluate((prefix) => Object.keys(localStorage).filter((key) => key.startsWith(prefix)), DRAFTS)

const draftOf = async (page: Page) => {
  const [key = ''] = await keptIn(page)
  return JSON.parse((await page.evaluate((one) => localStorage.getItem(one), key)) ?? '{"photos":[]}')
}

const colour = async (background: string) => ({
  name: `${background}.png`,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 60, height: 60, channels: 3, background } })
    .png()
    .toBuffer(),
})

test('on a shared phone each person finds what they typed, and nothing of the other’s', async ({ page }) => {
  await asSeller(page.request)
  const savita = await invited(page.request, { name: 'Savita Prajapati' })
  const sunita = await invited(page.request, { name: 'Sunita Devi' }, savita.producer)
  const story = page.getByLabel('Your story')
  const { person } = await enter(page.request, savita.token)
  await open(page, '/workshop/story')
  await story.fill('By Savita')
  await expect(page.getByText('Kept on this phone')).toBeVisible()
  await enter(page.request, sunita.token)
  await open(page, '/workshop/story')
  await expect(story).not.toHaveValue('By Savita')
  await story.fill('By Sunita')
  await expect.poll(() => keptIn(page)).toHaveLength(2)
  await page.getByRole('banner').locator('summary').click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect.poll(() => keptIn(page)).toHaveLength(1)
  await send(page.request, 'POST', '/api/workshop/login', { person: person._id, pin: PIN })
  await open(page, '/workshop/story')
  await expect(story).toHaveValue('By Savita')
})

test('photos of the own page that arrive at once all stay, and so does what was typed meanwhile', async ({ page }) => {
  await asSeller(page.request)
  await enter(page.request, (await invited(page.request, { name: 'Savita Prajapati' })).token)
  await open(page, '/workshop/story')
  const held: Route[] = []
  await page.route('**/api/producer/picture*', (route) => void held.push(route))
  for (const what of ['Cover picture', 'Photo of your face']) {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: new RegExp(`\\(${what}\\)`) }).click()
    await (await chooser).setFiles([await colour('#7f9f8f')])
  }
  await expect.poll(() => held.length).toBe(2)
  await page.getByLabel('Your story').fill('Typed while photos go')
  await Promise.all(held.map((route) => route.continue()))
  const links = ['coverImageUrl', 'profileImageUrl'].map((name) => page.locator(`input[name=${name}]`))
  for (const link of links) await expect(link).toHaveValue(/\/media\/producer-/)
  await open(page, '/workshop/story')
  for (const link of links) await expect(link).toHaveValue(/\/media\/producer-/)
  await expect(page.getByLabel('Your story')).toHaveValue('Typed while photos go')
})

test('what was typed from an older own page is not sent over a newer one, and stands to be copied', async ({
  page,
  browser,
  baseURL,
}) => {
  const office = (await browser.newContext({ baseURL })).request
  await asSeller(office)
  const { producer, token } = await invited(office, { name: 'Savita Prajapati' })
  const edit = (story: string) => send(office, 'PATCH', `/api/producer/${producer}`, { story })
  await enter(page.request, token)
  await open(page, '/workshop/story')
  const story = page.getByLabel('Your story')
  const left = page.getByRole('status').filter({ hasText: 'Your page has changed since you typed this' })
  const press = () => page.getByRole('button', { name: 'Send to the office' }).click()

  // While the page is open.
  await story.fill('Typed by Savita')
  await edit('Of the office')
  await press()
  await expect(left).toContainText('Typed by Savita')
  await expect(story).toHaveValue('Of the office')
  await expectAccessible(page, 'any')
  await story.fill('Of the office, and by Savita')
  await press()
  await expect(page.getByText('The office is looking at it', { exact: false })).toBeVisible()
  await expect(left).toHaveCount(0)
  // The form goes on from what it has sent.
  await story.fill('Of the office, and by Savita again')
  await press()
  await expect
    .poll(async () => (await send(page.request, 'GET', '/api/workshop/story')).story.page.story)
    .toMatch(/again$/)

  // While it was closed.
  await story.fill('Typed and left')
  await send(page.request, 'PATCH', '/api/workshop/story', { story: 'From another phone' })
  await open(page, '/workshop/story')
  await expect(left).toContainText('Typed and left')
  await expect(story).toHaveValue('From another phone')
  expect(await keptIn(page)).toEqual([])
})

test('what was typed of an older piece is not sent over a newer one, and stands to be copied', async ({
  page,
  browser,
  baseURL,
}) => {
  const office = (await browser.newContext({ baseURL })).request
  await asSeller(office)
  const { producer, token } = await invited(office, { name: 'Savita Prajapati' })
  const facts = { material: [{ what: 'brass' }], technique: ['dokra'], care: ['keep-dry'], handmade: 'by-hand' }
  const productData = { name: 'Nandi', category: 'Statues-Sculptures', price: 1000, offerPrice: 900, producer }
  const added = await office.post('/api/product/add', {
    multipart: {
      productData: JSON.stringify({ ...productData, makerPrice: 500, facts: { ...facts, height: 12, place: 'Kutch' } }),
      images: await colour('#7f9f8f'),
    },
  })
  expect(added.ok(), await added.text()).toBe(true)
  const { product } = await added.json()
  const rename = async (name: string) => {
    const multipart = { productData: JSON.stringify({ name }) }
    expect((await office.patch(`/api/product/${product._id}`, { multipart })).ok()).toBe(true)
  }
  await enter(page.request, token)
  const piece = `/workshop/products/${product._id}`
  await open(page, piece)
  const name = page.getByLabel('What is it called?')
  const left = page.getByRole('status').filter({ hasText: 'This piece has changed since you typed this' })

  // While the page is open.
  await name.fill('Nandi of brass')
  await rename('Nandi of the office')
  await page.getByRole('button', { name: 'Send to the office' }).click()
  await expect(left).toContainText('Nandi of brass')
  await expect(name).toHaveValue('Nandi of the office')
  await expectAccessible(page, 'any')

  // While it was closed.
  await page.getByLabel('Your price').fill('777')
  await rename('Nandi of the office again')
  await open(page, piece)
  await expect(left).toContainText('777')
  await expect(name).toHaveValue('Nandi of the office again')
  expect(await keptIn(page)).toEqual([])
})

test('a new piece says which photo is gone, and one that had arrived is not sent twice', async ({ page }) => {
  await asSeller(page.request)
  await enter(page.request, (await invited(page.request, { name: 'Savita Prajapati' })).token)
  await open(page, '/workshop/products/new')
  const slots = page.getByRole('listitem', { name: /^Photo \d$/ })
  const add = async (...colours: string[]) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'From this phone' }).click()
    await (await chooser).setFiles(await Promise.all(colours.map(colour)))
  }
  await add('#7f9f8f', '#9f7f8f')
  await page.getByLabel('What is it called?').fill('Nandi')
  await page.getByText('Statues', { exact: true }).click()
  await page.getByLabel('Your price').fill('1200')
  for (const choice of ['Brass', 'Dokra', 'Keep dry', 'By hand']) await page.getByText(choice, { exact: true }).click()
  await page.getByLabel('How high is it?').fill('12')
  await expect(slots.first()).toContainText('First photo')
  await expect.poll(async () => (await draftOf(page)).photos.length).toBe(2)

  // A day later the second photo is gone.
  await page.evaluate((prefix) => {
    const key = Object.keys(localStorage).find((one) => one.startsWith(prefix)) ?? ''
    const draft = JSON.parse(localStorage.getItem(key) ?? '')
    draft.photos[1].key = 'product-0'
    localStorage.setItem(key, JSON.stringify(draft))
  }, DRAFTS)
  await open(page, '/workshop/products/new')
  const press = () => page.getByRole('button', { name: 'Send to the office' }).click()
  await press()
  await expect(slots.nth(1).getByRole('alert')).toHaveText('Not here any more. Remove it and add it again')
  await expect(slots.nth(0).getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove photo 2' }).click()

  // The shop has it, and its answer is lost.
  await page.route('**/workshop/products/new**', async (route) => {
    if (route.request().method() === 'POST') await route.fetch()
    await route.abort()
  })
  await press()
  await expect(page.getByRole('status').filter({ hasText: 'Nothing is sent yet' })).toBeVisible()
  await page.getByLabel('What is it called?').fill('Nandi of brass')
  await page.unroute('**/workshop/products/new**')
  await press()
  await expect(page.getByRole('status').filter({ hasText: 'This piece had already arrived' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText('Nandi')
  await expectAccessible(page, 'any')
  expect(await keptIn(page)).toEqual([])
})
