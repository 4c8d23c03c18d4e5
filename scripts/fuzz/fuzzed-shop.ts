import { existsSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { FastifyInstance } from 'fastify'
import { addPages } from '#app/pages/pages.ts'
import { listSessions, requestPasswordReset } from '#features/account/account.contract.ts'
import { listAddresses } from '#features/addresses/addresses.contract.ts'
import { isAuth, login } from '#features/auth/auth.contract.ts'
import { tableOf } from '#features/auth/server/accounts.ts'
import { hashToken, startSession } from '#features/auth/server/sessions.ts'
import { updateCart } from '#features/cart/cart.contract.ts'
import { subscribe } from '#features/newsletter/newsletter.contract.ts'
import { listMyOrders, placeCodOrder } from '#features/orders/orders.contract.ts'
import { payTestCheckout } from '#features/payments/built-in-checkout.contract.ts'
import { placeOnlineOrder } from '#features/payments/payments.contract.ts'
import { decideApplication, listApplications, submitApplication } from '#features/producers/producers.contract.ts'
import { application } from '#features/producers/testing/application.ts'
import { maker } from '#features/workshop/testing/maker.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import routes from '../../src/routes.ts'
import { Broken } from './checks.ts'
import type { Facts } from './facts.ts'
import type { Who } from './request.ts'
import type { Targets } from './requests.ts'

const noPages = async () => {}
const pagesAreBuilt = existsSync(new URL('../../build/pages/server/index.js', import.meta.url))

/** "/products/:category" of every page in the site map. */
function patternsOf(entries: readonly RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path, index, children }) => {
    const here = path === undefined ? above : `${above}/${path.replace('*', ':rest')}`
    return [...(path !== undefined || index ? [here || '/'] : []), ...patternsOf(children ?? [], here)]
  })
}

async function applied(shop: TestShop, seller: Awaited<ReturnType<TestShop['seller']>>) {
  await shop.browser().api(submitApplication, { body: { ...application, specialties: ['silk'] } })
  const { applications } = await seller.api(listApplications, { query: { status: 'pending', page: '1', limit: '1' } })
  return applications[0]?._id ?? ''
}

async function imported(seller: Awaited<ReturnType<TestShop['seller']>>) {
  const answer = await seller.send({
    method: 'POST',
    url: '/api/product/import',
    headers: { 'content-type': 'text/csv' },
    payload: 'name,category,price,offerPrice\nFlute,Wood-Furniture,400,300\n',
  })
  // Another import is running, so this id is as good as none.
  return String(answer.json().import?._id)
}

async function newsletterToken(shop: TestShop, email: string) {
  await shop.browser().api(subscribe, { body: { email } })
  const row = await shop.db
    .selectFrom('newsletter_subscriptions')
    .select('token')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return row.token
}

/** Only its mail knows the token that confirms an address. */
async function confirmationToken(shop: TestShop, email: string) {
  const mails = await shop.mailsTo(email)
  const links = mails.flatMap(({ text_body }) => /confirm-email\?token=([\w-]+)/.exec(text_body)?.[1] ?? [])
  return links.at(-1) ?? ''
}

async function resetToken(shop: TestShop, email: string) {
  await shop.browser().api(requestPasswordReset, { body: { email } })
  const mails = await shop.mailsTo(email)
  return /reset-password\?token=([\w-]+)/.exec(mails.at(-1)?.text_body ?? '')?.[1] ?? ''
}

async function customer(shop: TestShop, product: string) {
  const shopper = await shop.shopper()
  const items = [{ product, quantity: 1 }]
  const { orderId } = await shopper.api(placeCodOrder, { body: { items, address: shopper.address._id } })
  await shopper.api(updateCart, { body: { cartItems: { [product]: 2 } } })
  await shop.browser().api(login, { body: { email: shopper.email, password: 'a good password' } })
  const { sessions } = await shopper.api(listSessions)
  return { ...shopper, orderId, session: sessions.find(({ isThisDevice }) => !isThisDevice)?._id ?? '' }
}
type Customer = Awaited<ReturnType<typeof customer>>

/** A paid online order, and one that awaits payment, with its checkout. */
async function onlineOrders({ api, address }: Customer, product: string) {
  const place = async (quantity: number) => {
    const items = [{ product, quantity }]
    const { orderId, url } = await api(placeOnlineOrder, { body: { items, address: address._id } })
    return { orderId, checkout: new URL(url).pathname.split('/').at(-1) ?? '' }
  }
  const paid = await place(2)
  await api(payTestCheckout, { params: { id: paid.checkout } })
  const awaiting = await place(3)
  return { paidOrder: paid.orderId, payableOrder: awaiting.orderId, checkout: awaiting.checkout }
}

/** Only the owner may change these; the seller may move, pay and refund the order. */
async function belongingsOf({ api }: Customer) {
  const [{ user }, { addresses }, { orders }] = await Promise.all([api(isAuth), api(listAddresses), api(listMyOrders)])
  const own = orders.map(({ _id, number, amount, address, paymentType, delivery, returns, items, history }) => ({
    ...{ _id, number, amount, address, paymentType, delivery, returns },
    items: items.map(({ product, quantity }) => ({ product, quantity })),
    history: history.filter(({ by }) => by === 'shopper'),
  }))
  return { user, addresses, orders: own }
}

const kindOf = { shopper: 'user', seller: 'seller', maker: 'producer' } as const

/** A real shop on a port. A visitor, a shopper and the seller send requests; a bystander's things must stay as they are. `extend` adds routes. */
export async function openFuzzedShop(
  extend: (app: FastifyInstance) => Promise<void> = pagesAreBuilt ? addPages : noPages,
) {
  const settings = {
    ...sellerSettings,
    METRICS_TOKEN: 'a token for Prometheus',
  }
  const shop = await testShop(settings, { addRoutes: extend })
  const port = Number(new URL(await shop.app.listen({ port: 0, host: '127.0.0.1' })).port)

  const keptProduct = await shop.product({ name: 'Brass Owl' })
  const bystander = await customer(shop, keptProduct)
  const belongings = await belongingsOf(bystander)

  let seller = await shop.seller({ staysProved: true })
  const { id: sellerId, ...sellerAtFirst } = await shop.db.selectFrom('sellers').selectAll().executeTakeFirstOrThrow()
  let shopper = bystander
  let inWorkshop: Awaited<ReturnType<typeof maker>> | undefined
  let facts: Facts

  /** Replaces people and things that the requests have used up. */
  async function renew() {
    // The requests may have changed password and address.
    await shop.db.updateTable('sellers').set(sellerAtFirst).where('id', '=', sellerId).execute()
    seller = await shop.seller({ staysProved: true })
    const product = await shop.product({ stock: null })
    shopper = await customer(shop, product)
    const archivedProduct = await shop.product({ name: 'Old Lamp' })
    await seller.send({ method: 'POST', url: `/api/product/${archivedProduct}/archive` })
    const approvedProducer = await applied(shop, seller)
    await seller.api(decideApplication, { params: { id: approvedProducer }, body: { status: 'approved' } })
    inWorkshop = await maker(shop, seller, { producer: approvedProducer })
    facts = {
      product,
      archivedProduct,
      approvedProducer,
      countedProduct: await shop.product({ name: 'Pen Tray', stock: 3 }),
      address: shopper.address._id,
      order: shopper.orderId,
      ...(await onlineOrders(shopper, product)),
      producerApplication: await applied(shop, seller),
      productImport: await imported(seller),
      newsletterToken: await newsletterToken(shop, shopper.email),
      resetToken: await resetToken(shop, shopper.email),
      confirmationToken: await confirmationToken(shop, shopper.email),
      session: shopper.session,
      email: shopper.email,
      password: 'a good password',
      othersEmail: bystander.email,
      sellerEmail: settings.SELLER_EMAIL,
      sellerPassword: settings.SELLER_PASSWORD,
      metricsToken: settings.METRICS_TOKEN,
      othersAddress: bystander.address._id,
      othersOrder: bystander.orderId,
      othersSession: bystander.session,
    }
    return facts
  }
  facts = await renew()

  /** The caller's session; a new one after a logout, a new caller after a deleted account. */
  async function cookieOf(who: Who) {
    if (who === 'visitor') return undefined
    const role = kindOf[who]
    const table = tableOf[role]
    const own = () => ({ user: shopper, seller, producer: inWorkshop ?? shopper })[role].cookies
    const name = shop.deps.sessions.cookieName(role)
    const account = { user: shopper.user._id, seller: sellerId, producer: inWorkshop?._id ?? '' }[role]
    const tokenHash = hashToken(own().get(name) ?? '')
    const session = await shop.db
      .selectFrom('sessions')
      .select('role')
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
    if (!session) {
      const isThere = await shop.db.selectFrom(table).select('id').where('id', '=', account).executeTakeFirst()
      if (isThere) own().set(name, await startSession(shop.db, shop.deps, role, account, {}))
      else await renew()
    }
    return `${name}=${own().get(name)}`
  }

  const targets: Targets = {
    endpoints: shop.app.endpoints,
    pages: extend === addPages ? [...new Set(patternsOf(routes))] : [],
  }
  return {
    shop,
    port,
    targets,
    renew,
    cookieOf,
    facts: () => facts,
    /** Throws Broken when the bystander's things have changed. */
    async checkBystander() {
      const now = await belongingsOf(bystander).catch((error: Error) => {
        throw new Broken(`the bystander cannot read their own things: ${error.message}`)
      })
      if (!isDeepStrictEqual(now, belongings))
        throw new Broken(`the bystander's things have changed: ${JSON.stringify(now)}`)
    },
  }
}
export type FuzzedShop = Awaited<ReturnType<typeof openFuzzedShop>>
