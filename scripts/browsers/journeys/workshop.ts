import { randomUUID } from 'node:crypto'
import type { Journey } from '../journey.ts'
import type { Shop } from '../shop.ts'
import { button, field, heading, type Tab } from '../tab.ts'

const PIN = '407192'
/** A producer who sends by themselves, with an order to pack, and the link of an invitation. */
async function invited({ asSeller, newShopper }: Shop) {
  const { application } = await asSeller('POST', '/api/producer', { name: 'मट्टी पॉटरी', location: 'खुर्जा' })
  const sendsFrom = {
    ...{ street: '2 Kiln Lane', city: 'Khurja', state: 'Uttar Pradesh', zipcode: '203131', phone: '98370 44125' },
  }
  await asSeller('PATCH', `/api/producer/${application._id}`, { sendsFrom })
  const form = new FormData()
  const vase = { name: `Vase ${randomUUID().slice(0, 8)}`, category: 'Pottery-Ceramics', price: 1000, offerPrice: 777 }
  form.set('productData', JSON.stringify({ ...vase, producer: application._id }))
  const { product } = await asSeller('POST', '/api/product/add', form)
  const { send, address } = await newShopper()
  const once = { 'idempotency-key': randomUUID() }
  const { orderId } = await send(
    'POST',
    '/api/order/cod',
    { items: [{ product: product._id, quantity: 2 }], address },
    once,
  )
  await asSeller('POST', '/api/parcel/move', { orders: [orderId], to: 'Confirmed' })
  const { url } = await asSeller('POST', `/api/producer/${application._id}/invitation`, { name: 'सविता प्रजापति' })
  const { pathname, search } = new URL(url)
  return pathname + search
}

async function comeIn(tab: Tab, shop: Shop) {
  await tab.open(await invited(shop))
  await tab.press(button('आगे बढ़ें', 'main'))
  await tab.see(heading('सविता प्रजापति जी, आइए'))
  await tab.lookAt()
  await tab.fill(field('6 अंकों का पिन चुनिए', 'main'), PIN)
  await tab.press(button('वर्कशॉप खोलें', 'main'))
  await tab.see(heading('नमस्ते, सविता जी'))
}

const PAGES = [
  '',
  '/products',
  '/products/new',
  '/parcels',
  '/money',
  '/people',
  '/story',
  '/holiday',
  '/login',
  '/nowhere',
].map((path) => `/workshop${path}`)

export const workshop: readonly Journey[] = [
  {
    title: 'a maker comes in by an invitation, and packs and sends a parcel in Hindi',
    go: async (tab, shop) => {
      await comeIn(tab, shop)
      await tab.lookAt()
      await tab.press({ css: 'a[href]', name: 'पैक करें', within: 'main' })
      await tab.press(button('पैक हो गया', 'main'))
      await tab.read('किसे भेजना है')
      await tab.lookAt()
      await tab.fill(field('कूरियर', 'main'), 'India Post')
      await tab.press(button('भेज दिया', 'main'))
      await tab.read('यह पार्सल निकल चुका है')
      await tab.lookAt()
    },
  },
  {
    title: 'every page of the workshop stands, fits, and nothing goes wrong in it',
    go: async (tab, shop) => {
      await comeIn(tab, shop)
      for (const path of PAGES) {
        await tab.open(path)
        await tab.lookAt()
      }
    },
  },
]
