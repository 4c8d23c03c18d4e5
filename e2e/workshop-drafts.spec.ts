import type { APIRequestContext, Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { approvedProducer, asSeller } from './applications.ts'
import { expect, open, test } from './shop-test.ts'

// What the shop refuses here is refused on purpose.
test.use({ expectedErrors: [/Failed to load resource/] })

const PIN = '407192'
const DRAFTS = 'haat-workshop-'

async function send(request: APIRequestContext, method: string, url: string, data?: object) {
  const answer = await request.fetch(url, { method, ...(data ? { data } : {}) })
  expect(answer.ok(), `${url}: ${await answer.text()}`).toBe(true)
  return answer.json()
}

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
