import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sampleProducers } from '#features/producers/sample-producers.ts'
import { root, temporaryFolder } from '#testing/program.ts'
import type { Journey } from '../journey.ts'
import { home, type Shop, seller } from '../shop.ts'
import { button, field, heading, inMain, link, type Tab } from '../tab.ts'

const OVER = 'dialog:modal'
const PREVIEWS = '[aria-label^="Product images"] img'
const SELECTION = '[aria-label=Selection]'
const pictures = ['pottery-stoneware-vase-1.jpg', 'pottery-celadon-tea-set-1.jpg'].map((name) =>
  join(root, 'catalogue', name),
)

const asSeller = (tab: Tab) => tab.call('POST', '/api/seller/login', seller)
const newName = () => `Carved Spoon ${randomUUID().slice(0, 8)}`

export async function oweMoney({ asSeller: send }: Shop) {
  // This producer has an account. A changed account would wait for a call.
  const producer = sampleProducers[0]._id
  const reason = 'Sold before the shop had a ledger'
  await send(
    'POST',
    '/api/ledger/corrections',
    { reason, producer, producerShare: 1234.5, source: 'The shop’s own account', currentPassword: seller.password },
    { 'idempotency-key': randomUUID() },
  )
}

export const sellersDay: readonly Journey[] = [
  {
    title: 'the seller logs in, ticks an order, confirms it and moves it on',
    go: async (tab, shop) => {
      const { orders } = await shop.orders(1)
      await tab.open('/seller/orders?tab=confirm')
      await tab.see(heading('Seller login'))
      await tab.fill(field('Email', 'main'), seller.email)
      await tab.fill(field('Password', 'main'), seller.password)
      await tab.press(button('Login', 'main'))
      await tab.see(heading('Orders'))
      await tab.lookAt()
      await tab.press(field(new RegExp(`^Select order .*${orders[0]?.number}`), 'main'))
      await tab.press(button(/^Confirm/, SELECTION))
      await tab.read('is confirmed', 'main')
      await tab.lookAt()
      await tab.open(`/seller/orders/${orders[0]?.id}`)
      await tab.lookAt()
      await tab.press(button(/^Mark packed/, 'main'))
      await tab.see(button(/^Mark shipped/, 'main'))
      await tab.lookAt()
    },
  },
  {
    title: 'a product is added with two pictures, and a shopper sees it',
    go: async (tab, shop) => {
      const name = newName()
      await asSeller(tab)
      await tab.open('/seller')
      await tab.attach('main input[type=file]', pictures)
      // Each preview that comes moves the fields below it.
      await tab.until(
        'not both pictures are shown',
        async () => (await tab.count(inMain(PREVIEWS))) === pictures.length,
      )
      await tab.fill(field('Product name', 'main'), name)
      await tab.fill(field('Price', 'main'), '1,599')
      await tab.fill(field('Offer price', 'main'), '1,249')
      await tab.press(button('Add product', 'main'))
      await tab.read(`${name} is on sale.`)
      await tab.lookAt()
      await tab.open((await shop.findProduct(name)).path)
      await tab.see(heading(name))
      await tab.until('its picture does not show', () =>
        tab.ask(() => (document.querySelector<HTMLImageElement>('main img')?.naturalWidth ?? 0) > 100),
      )
      await tab.lookAt()
    },
  },
  {
    title: 'a list of products is checked and imported, and its file field looks like a button',
    go: async (tab, shop) => {
      const name = newName()
      const file = join(await temporaryFolder('import'), 'products.csv')
      await writeFile(file, `name,category,price,offerPrice\n${name},Wood & Furniture,200,150\n`)
      await asSeller(tab)
      await tab.open('/seller/product-list/import')
      await tab.lookAt()
      await looksLikeButton(tab)
      await tab.attach('main input[type=file]', [file])
      await tab.press(button('Check the file', 'main'))
      await tab.press(button(/^(Import|Add)/, 'main'))
      await tab.until('the product is not imported', () =>
        shop.findProduct(name).then(
          () => true,
          () => false,
        ),
      )
      await tab.lookAt()
      await tab.open('/seller/courier-file')
      await looksLikeButton(tab)
    },
  },
  {
    title: 'a payout run is made: its money shows, its message covers nothing',
    // A run pays all that is due: two at once would take each other's.
    only: 'phone',
    go: async (tab, shop) => {
      await oweMoney(shop)
      await asSeller(tab)
      await tab.open('/seller/payouts')
      await tab.read('₹')
      await tab.lookAt()
      await tab.press(button(/^Make payout run/, 'main'))
      await tab.press(button(/^Pay out ₹/, OVER))
      await tab.toast(/^Run \d+: ₹/)
      await tab.press(link(/^\d+, /, 'main'))
      await tab.see(heading(/^Payout run \d+$/))
      await tab.fill(field(/^Reference of the bank/, 'main'), `SBIN${Date.now()}`)
      await tab.driver.press('Enter')
      await tab.read(/Reference SBIN\d+/)
      await tab.lookAt()
    },
  },
  {
    title: 'the overview shows money and its drawing fits',
    go: async (tab, shop) => {
      await shop.orders(1, 'Confirmed', 'Packed', 'Shipped', 'Delivered')
      await asSeller(tab)
      await tab.open('/seller/overview')
      await tab.read(/₹[\d,]*[1-9]/)
      await tab.see(inMain('svg'))
      await tab.lookAt()
    },
  },
  {
    title: 'what the seller saw is not shown by Back after logout',
    go: async (tab, shop) => {
      await shop.orders(1)
      await asSeller(tab)
      await tab.open('/seller/orders')
      await tab.see(heading('Orders'))
      const menu = button('Menu')
      if ((await tab.count(button('Logout'))) === 0) await tab.press(menu)
      await tab.press(button('Logout'))
      await tab.at(/^\/$/)
      await tab.driver.back()
      await tab.see(heading('Seller login'))
      if ((await tab.textOf('body')).includes(home.street)) throw new Error('an address of a shopper is still there')
    },
  },
]

/** A file field whose button has neither edge nor ground looks like a line of text. */
async function looksLikeButton(tab: Tab) {
  const look = await tab.ask(() => {
    const file = document.querySelector('main input[type=file]')
    if (!file) return 'there is no file field'
    // WebKit does not tell how a field's button is drawn, so its rule is searched.
    const rulesOf = (rules: CSSRuleList): CSSRule[] =>
      [...rules].flatMap((rule) =>
        'cssRules' in rule && rule.cssRules instanceof CSSRuleList ? [rule, ...rulesOf(rule.cssRules)] : [rule],
      )
    const hasEdge = [...document.styleSheets]
      .flatMap(({ cssRules }) => rulesOf(cssRules))
      .some(
        (rule) =>
          rule instanceof CSSStyleRule &&
          rule.selectorText === '::file-selector-button' &&
          rule.style.borderTopStyle === 'solid',
      )
    return hasEdge ? '' : 'the button of the file field has no edge'
  })
  if (look) throw new Error(String(look))
}
