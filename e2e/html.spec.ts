import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { isReady } from '#testing/http.ts'
import { startProcess } from '#testing/processes.ts'
import { temporaryFolder, until } from '#testing/program.ts'
import { undoAll } from '#testing/undo.ts'
import { everyPage } from './all-pages.ts'
import { expect, test } from './shop-test.ts'

// All pages as they come from the server, judged by the Nu HTML Checker, which is the W3C's.

const run = promisify(execFile)
const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin', 'java') : 'java'
const hasJava = await run(java, ['-version']).then(
  () => true,
  () => false,
)
const flags = ['--errors-only', '--exit-zero-always', '--stdout', '--format', 'json']
const checker = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar')

/**
 * In the HTML standard, but newer than this checker. In ASCII: without a locale, Java reads nothing else from a command. The versions after it
 * bring a Java of their own from elsewhere when they are installed.
 */
const NOT_KNOWN_YET =
  'Attribute .command(for)?. not allowed on element .button..*|Bad value .(switch|submit). for attribute .(role|type). on element .button..*'

const Report = z.object({
  messages: z.array(
    z.object({ url: z.string().default(''), type: z.string(), message: z.string(), extract: z.string().default('') }),
  ),
})

/** What is wrong with the pages: address -> HTML. One start of Java judges them all. */
async function errorsIn(pages: Map<string, string>) {
  const folder = await temporaryFolder('html')
  const addresses = [...pages.keys()]
  await Promise.all(
    addresses.map((address, index) => writeFile(join(folder, `${index}.html`), pages.get(address) ?? '')),
  )
  const args = ['-jar', checker, ...flags, '--filterpattern', NOT_KNOWN_YET, folder]
  const { stdout } = await run(java, args, { maxBuffer: 64 * 2 ** 20 })
  const { messages } = Report.parse(JSON.parse(stdout))
  return messages.map(({ url, type, message, extract }) => {
    const address = addresses[Number.parseInt(basename(url), 10)] ?? url
    return `${address}: ${type}: ${message} ${extract.replaceAll(/\s+/g, ' ')}`
  })
}

const noJava =
  'There is no Java 17 or newer for the HTML checker. Install one (Debian: apt-get install default-jre-headless)'
// Once, not again in each worker.
if (!hasJava && !process.env.TEST_WORKER_INDEX) console.log(noJava)
test.skip(!hasJava, noJava)
test.afterEach(undoAll)

test('the HTML of every page is without errors', async ({ playwright }) => {
  const shop = await startProcess({ DEMO: 'catalogue' })
  await until(shop, () => isReady(shop))
  const { browsers, pages, home, product } = await everyPage(playwright, shop.origin)
  const items = [{ product: product._id, quantity: 1 }]
  const payment = await browsers.shopper.post('/api/order/stripe', { data: { items, address: home._id } })
  const { pathname } = new URL((await payment.json()).url)
  await browsers.shopper.post('/api/cart/update', { data: { cartItems: { [product._id]: 12 } } })
  const states = [
    ...[
      '/products?q=vase',
      '/products?q=qqqqqq',
      '/products?q=vaes',
      '/products?offer=1&sort=price-asc',
      '/products?page=2',
    ],
    ...['/products/lamps', '/products/carpets-rugs?max=10', '/login?mode=register', pathname],
    ...['/seller/orders?status=Delivered', '/seller/product-list?q=vase', '/reset-password?token=unknown'],
  ]
  const html = new Map<string, string>()
  for (const [who, browser] of Object.entries(browsers)) {
    for (const url of [...pages, ...states]) {
      const answer = await browser.get(url)
      if (answer.headers()['content-type']?.startsWith('text/html')) html.set(`${who} ${url}`, await answer.text())
    }
  }
  for (const url of ['/producerform', '/newsletter', '/add-address']) {
    const headers = { origin: shop.origin }
    const refused = await browsers.shopper.post(url, { headers, form: { intent: 'newsletter', country: 'India' } })
    expect(refused.status(), url).toBe(400)
    html.set(`refused ${url}`, await refused.text())
  }
  expect(html.size).toBeGreaterThan(120)
  expect(await errorsIn(html)).toEqual([])
})

test('an error is found', async () => {
  const page = '<!doctype html><html lang="en"><title>A</title><p><div></div></p>'
  expect(
    await errorsIn(
      new Map([
        ['/a', page],
        ['/b', page.replace('</p>', '')],
      ]),
    ),
  ).toEqual([expect.stringMatching(/^\/a: error: /)])
})
