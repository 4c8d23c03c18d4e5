import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { chromiumEngine } from './chromium.ts'
import { openDoor } from './door.ts'
import { type Engine, sizes } from './driver.ts'
import { logIn, placeOrder, shopperWithCart } from './journeys/checkout.ts'
import { JAR, type Shop, seller } from './shop.ts'
import { button, createTab, heading, type Tab } from './tab.ts'

const GAP_PX = 8

const scenes: readonly { name: string; go: (tab: Tab, shop: Shop) => Promise<unknown> }[] = [
  { name: 'home', go: (tab) => tab.open('/') },
  { name: 'list', go: (tab) => tab.open('/products') },
  {
    name: 'product-with-toast',
    go: async (tab, shop) => {
      await tab.open((await shop.findProduct(JAR)).path)
      await tab.press(button('Add to Cart', 'main'))
      await tab.see({ css: '[role=status] *', name: 'Added to Cart' })
    },
  },
  {
    name: 'cart',
    go: async (tab, shop) => {
      const { person } = await shop.newShopper()
      await logIn(tab, person)
      await shopperWithCart(tab, shop, 2)
      await tab.open('/cart')
    },
  },
  {
    name: 'thank-you',
    go: async (tab) => {
      await tab.press(placeOrder)
      await tab.see(heading('Thank you, Ananya.'))
    },
  },
  { name: 'my-orders', go: (tab) => tab.open('/my-orders') },
  {
    name: 'desk',
    go: async (tab) => {
      await tab.call('POST', '/api/seller/login', seller)
      await tab.open('/seller/orders')
    },
  },
  { name: 'add-product', go: (tab) => tab.open('/seller') },
]

/** Pictures and type must be there, so that only the engines differ. */
const isAtRest = () =>
  document.fonts.status === 'loaded' &&
  [...document.images].every(({ complete, loading }) => complete || loading === 'lazy') &&
  document.getAnimations().every(({ playState }) => playState !== 'running')

async function takeIn(engine: Engine, width: keyof typeof sizes, shop: Shop) {
  const door = await openDoor(shop.origin)
  const driver = await engine.open({ size: sizes[width] })
  const tab = createTab(driver, door, sizes[width])
  const taken = new Map<string, Buffer>()
  for (const { name, go } of scenes) {
    await go(tab, shop)
    await tab.until('the page does not come to rest', () => tab.ask(isAtRest)).catch(() => undefined)
    taken.set(name, await driver.photograph())
  }
  await driver.close()
  return taken
}

/** Puts the engines' pictures of each page side by side. */
export async function takeScreens(folder: string, engines: readonly Engine[], shop: Shop) {
  await mkdir(folder, { recursive: true })
  for (const width of ['phone', 'desktop'] as const) {
    const all: Map<string, Buffer>[] = []
    for (const engine of [chromiumEngine, ...engines.filter((one) => one !== chromiumEngine)])
      all.push(await takeIn(engine, width, shop))
    const { width: across, height } = sizes[width]
    for (const { name } of scenes) {
      const file = join(folder, `${name}-${across}.png`)
      const pictures = await Promise.all(
        all.map(async (taken, at) => ({
          input: await sharp(taken.get(name)).resize(across, height, { fit: 'cover', position: 'top' }).toBuffer(),
          left: at * (across + GAP_PX),
          top: 0,
        })),
      )
      const wide = all.length * (across + GAP_PX) - GAP_PX
      await sharp({ create: { width: wide, height, channels: 3, background: 'red' } })
        .composite(pictures)
        .png()
        .toFile(file)
      console.log(file)
    }
  }
}
