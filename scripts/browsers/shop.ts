import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { demoSeller } from '#kernel/config.ts'
import { readMail } from '#testing/mail.ts'
import { createBrowser } from '../browser.ts'
import { newPlace, originOf, startShop } from '../shop-process.ts'

/** Two pictures, and plenty of pieces. */
export const JAR = 'Jaipur Blue Lidded Jar'
export const seller = demoSeller

export const home = {
  firstName: 'Ananya',
  lastName: 'Rao',
  street: 'Flat 4B, Kaveri Residency',
  zipcode: '560038',
  city: 'Bengaluru',
  state: 'Karnataka',
  country: 'India',
  phone: '98450 12345',
}

export const newPerson = () => ({
  name: 'Ananya Rao',
  email: `ananya.${randomUUID()}@example.com`,
  password: 'kantha stitch 42',
})
export type Person = ReturnType<typeof newPerson>

/** A built shop with the demo, and functions that prepare it for a journey through the API. */
export async function openShop() {
  const place = await newPlace()
  const process = await startShop(place)
  const origin = originOf(place)

  function newBrowser() {
    const browser = createBrowser(origin)
    return async (method: string, url: string, body?: object, headers: Record<string, string> = {}) => {
      const isForm = body instanceof FormData
      const answer = await browser.send(url, {
        method,
        headers: { ...headers, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      })
      const said = await answer.json()
      if (!answer.ok) throw new Error(`${method} ${url}: ${JSON.stringify(said)}`)
      return said
    }
  }

  const asSeller = newBrowser()
  await asSeller('POST', '/api/seller/login', seller)

  /** Gives the path of the product's page. */
  async function addProduct(product: { name: string; stock?: number }) {
    const form = new FormData()
    const usual = { category: 'Wood-Furniture', price: 200, offerPrice: 150 }
    form.set('productData', JSON.stringify({ ...usual, ...product }))
    await asSeller('POST', '/api/product/add', form)
    return findProduct(product.name)
  }

  /** Gives the path of a product's page, and the product's id. */
  async function findProduct(name: string) {
    const { products } = await asSeller('GET', `/api/product/list?q=${encodeURIComponent(name)}&limit=100`)
    const found = products.find((one: { name: string }) => one.name === name)
    if (!found) throw new Error(`the shop has no ${name}`)
    return { id: String(found._id), path: `/products/${String(found.category).toLowerCase()}/${found._id}` }
  }

  async function newShopper() {
    const person = newPerson()
    const send = newBrowser()
    await send('POST', '/api/user/register', person)
    const { address } = await send('POST', '/api/address/add', { ...home, email: person.email })
    return { person, send, address: String(address._id) }
  }

  /** Orders of two jars, moved on by these steps, and their shopper. */
  async function orders(count: number, ...steps: string[]) {
    const { person, send, address } = await newShopper()
    const { id: product } = await findProduct(JAR)
    const placed: { id: string; number: number }[] = []
    while (placed.length < count) {
      const once = { 'idempotency-key': randomUUID() }
      const { orderId } = await send('POST', '/api/order/cod', { items: [{ product, quantity: 2 }], address }, once)
      for (const status of steps) await asSeller('POST', `/api/order/${orderId}/status`, { status })
      const { order } = await send('GET', `/api/order/user/${orderId}`)
      placed.push({ id: String(orderId), number: Number(order.number) })
    }
    return { person, orders: placed }
  }

  /** The path of the link to this page in the last mail to somebody. */
  async function linkFromMail(to: string, page: string) {
    const folder = join(place.dataDir, 'mail')
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
    const mails = await Promise.all(names.map(async (name) => readMail(await readFile(join(folder, name), 'utf8'))))
    const words = mails.filter(({ headers }) => headers.get('to') === to).flatMap((mail) => mail.text.split(/\s+/))
    const link = words.findLast((word) => URL.canParse(word) && new URL(word).pathname === page)
    if (!link) return undefined
    const { pathname, search } = new URL(link)
    return pathname + search
  }

  return { origin, process, place, asSeller, addProduct, findProduct, newShopper, orders, linkFromMail }
}
export type Shop = Awaited<ReturnType<typeof openShop>>
