import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { extractText, getDocumentProxy } from 'unpdf'
import { demoSeller } from '#kernel/config.ts'
import { isReady } from '#testing/http.ts'
import { readMail } from '#testing/mail.ts'
import { startProcess } from '#testing/processes.ts'
import { until } from '#testing/program.ts'
import { undoAll } from '#testing/undo.ts'
import routes from '../src/routes.ts'
import { address, expect, test } from './shop-test.ts'

// A shop of another name, looked at as a whole: its pages for everybody who may see them, its mails, its papers, its scripts.

/** The name that must be nowhere, and its mark. Cookies and files have names of their own, in small letters. */
const OURS = /Haat|हाट/
const application = {
  name: 'Bina Handlooms',
  location: 'Sualkuchi',
  country: 'India',
  story: 'We weave eri silk.',
  profileImageUrl: 'https://photos.example/bina.jpg',
  coverImageUrl: 'https://photos.example/loom.jpg',
  yearsInBusiness: 7,
  specialties: ['eri silk'],
  mobileNumber: '+91 98765 43210',
}

/** Patterns of all pages. */
const pagesOf = (entries: readonly RouteConfigEntry[], parent = ''): string[] =>
  entries.flatMap(({ path, file, children = [] }) => {
    const own = path === undefined ? parent : `${parent}/${path}`
    return [...(file.endsWith('.page.tsx') ? [own || '/'] : []), ...pagesOf(children, own)]
  })

async function send(browser: APIRequestContext, method: string, url: string, data?: object) {
  const answer = await browser.fetch(url, { method, ...(data ? { data } : {}) })
  expect(answer.status(), `${method} ${url}: ${await answer.text()}`).toBe(200)
  return answer.json()
}

/** Lets everything happen that is shown or written to somebody. */
async function fillShop(visitor: APIRequestContext, shopper: APIRequestContext, seller: APIRequestContext) {
  const email = 'ananya@example.com'
  await send(shopper, 'POST', '/api/user/register', { name: 'Ananya Rao', email, password: 'a long good password' })
  const { address: home } = await send(shopper, 'POST', '/api/address/add', { ...address, email })
  const { products } = await send(visitor, 'GET', '/api/product/list')
  const items = [{ product: products[0]._id, quantity: 1 }]
  const { orderId } = await send(shopper, 'POST', '/api/order/cod', { items, address: home._id })
  await send(visitor, 'POST', '/api/user/password/reset-request', { email })
  await send(visitor, 'POST', '/api/newsletter/subscribe', { email: 'reader@example.com' })
  const password = { currentPassword: 'a long good password', newPassword: 'another good password' }
  await send(shopper, 'POST', '/api/user/password', password)
  const profile = { name: 'Ananya Rao', email: 'rao@example.com', currentPassword: password.newPassword }
  await send(shopper, 'PATCH', '/api/user/profile', profile)

  await send(seller, 'POST', '/api/seller/login', demoSeller)
  for (const status of ['Confirmed', 'Packed', 'Shipped', 'Delivered', 'Returned'])
    await send(seller, 'POST', `/api/order/${orderId}/status`, { status })
  for (const status of ['rejected', 'approved']) {
    await send(visitor, 'POST', '/api/producer/submit', { ...application, email: `${status}@example.com` })
    const { applications } = await send(seller, 'GET', '/api/producer/applications')
    const waiting = applications.find((one: { status: string }) => one.status === 'pending')
    await send(seller, 'PATCH', `/api/producer/status/${waiting._id}`, { status })
  }
  const { producers } = await send(visitor, 'GET', '/api/producer/list')
  return { product: products[0], orderId, producer: producers[0]._id }
}

test.afterEach(undoAll)

test('a shop of another name never says ours', async ({ playwright }) => {
  const shop = await startProcess({
    ...{ STORE_NAME: 'Mela', DEMO: '1' },
    ...{ SUPPORT_EMAIL: 'help@mela.example', MAIL_FROM: 'orders@mela.example' },
  })
  await until(shop, () => isReady(shop))
  expect(shop.printed.out).not.toMatch(/^Haat|हाट/m)
  const open = () => playwright.request.newContext({ baseURL: shop.origin, extraHTTPHeaders: { accept: 'text/html' } })
  const [visitor, shopper, seller] = [await open(), await open(), await open()]
  const { product, orderId, producer } = await fillShop(visitor, shopper, seller)

  const idOf = (page: string) =>
    /order|checkout/.test(page) ? orderId : page.startsWith('/producers') ? producer : product._id
  const pages = pagesOf(routes).map((page) =>
    page
      .replace(':category', product.category)
      .replace(':id', idOf(page))
      .replace(':number', '1')
      .replace('*', 'nowhere'),
  )
  expect(pages.length).toBeGreaterThan(30)
  for (const browser of [visitor, shopper, seller]) {
    for (const url of [...pages, '/api/openapi.json', '/api/docs', '/robots.txt', '/sitemap.xml']) {
      const answer = await browser.get(url)
      expect(answer.status(), url).toBeLessThan(500)
      expect(await answer.text(), url).not.toMatch(OURS)
    }
  }
  const home = await (await visitor.get('/')).text()
  expect(home).toContain(' | Mela</title>')
  expect(await (await visitor.get('/login')).text()).toContain('New to Mela?')

  for (const paper of ['invoice', 'credit-note/1']) {
    const pdf = await shopper.get(`/api/order/${orderId}/${paper}.pdf`)
    expect(pdf.status(), paper).toBe(200)
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await pdf.body())), { mergePages: true })
    expect(text, paper).toContain('Mela')
    expect(text, paper).not.toMatch(OURS)
  }

  const folder = join(shop.dataDir, 'mail')
  const read = async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
    return Promise.all(names.map(async (name) => readMail(await readFile(join(folder, name), 'utf8'))))
  }
  // Welcome, order, reset, newsletter, new password, new address, three steps of the order, two applications and what became of them.
  await expect.poll(async () => (await read()).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(13)
  for (const mail of await read()) {
    const subject = mail.headers.get('subject')
    expect(`${[...mail.headers.values()].join('\n')}\n${mail.text}\n${mail.html}`, subject).not.toMatch(OURS)
    expect(mail.html, subject).toContain('Mela')
  }
})

test('its scripts say our name only to leave the mark out', async () => {
  const folder = 'build/pages/client/assets'
  const scripts = (await readdir(folder)).filter((file) => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(10)
  for (const script of scripts) {
    const code = await readFile(join(folder, script), 'utf8')
    const said = [...code.matchAll(/.{0,16}Haat.{0,16}/g)].map(([words]) => words)
    expect(
      said.filter((words) => !/===?["'`]Haat["'`]|["'`]Haat["'`]===?/.test(words)),
      script,
    ).toEqual([])
  }
})
