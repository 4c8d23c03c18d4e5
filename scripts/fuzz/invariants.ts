import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { readCart } from '#features/cart/cart.rules.ts'
import { parsePictures } from '#features/catalog/server/catalog.service.ts'
import { priceOrder } from '#features/orders/orders.pricing.ts'
import type { TestShop } from '#testing/shop.ts'
import { Broken } from './checks.ts'

const Specialties = z.array(z.string()).min(1)
const isText = (value: unknown) => typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'))

/** Every database can store every text in these rows. */
function findBadText(rows: readonly object[]) {
  return rows.find((row) => Object.values(row).some((value) => !isText(value)))
}

async function productProblems({ db, dataDir }: TestShop) {
  const rows = await db.selectFrom('products').selectAll().execute()
  const wrong = rows.find(
    (row) =>
      (row.stock !== null && row.stock < 0) ||
      (row.stock === 0 && row.in_stock === 1) ||
      row.offer_price_paise <= 0 ||
      row.offer_price_paise > row.price_paise ||
      parsePictures(row.images).length > 4,
  )
  if (wrong) return `a product that cannot be: ${JSON.stringify(wrong)}`
  const left = await readdir(path.join(dataDir, 'incoming')).catch(() => [])
  return left.length > 0 ? `uploads were left: ${left}` : undefined
}

async function orderProblems({ db }: TestShop) {
  const orders = await db.selectFrom('orders').selectAll().execute()
  const lines = await db.selectFrom('order_lines').selectAll().execute()
  const byOrder = Map.groupBy(lines, (line) => line.order_id)
  for (const order of orders) {
    const own = byOrder.get(order.id) ?? []
    const totals = priceOrder(own.map((line) => ({ offerPricePaise: line.offer_price_paise, quantity: line.quantity })))
    const fits =
      own.length > 0 &&
      totals.subtotalPaise === order.subtotal_paise &&
      totals.taxPaise === order.tax_paise &&
      totals.totalPaise === order.amount_paise
    if (!fits) return `the sums of order ${order.id} do not agree`
  }
  return undefined
}

async function accountProblems({ db }: TestShop) {
  const [users, makers, sellers, sessions, carts] = await Promise.all([
    db.selectFrom('users').selectAll().execute(),
    db.selectFrom('producer_people').selectAll().execute(),
    db.selectFrom('sellers').selectAll().execute(),
    db.selectFrom('sessions').selectAll().execute(),
    db.selectFrom('carts').selectAll().execute(),
  ])
  if (sellers.length !== 1) return `there are ${sellers.length} sellers`
  const badHash = [...users, ...sellers, ...makers].find(
    ({ password_hash }) => password_hash !== null && !/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/.test(password_hash),
  )
  if (badHash) return 'a password is not kept as it should be'
  const accounts = new Set([...users, ...sellers, ...makers].map(({ id }) => id))
  if (sessions.some(({ account_id }) => !accounts.has(account_id))) return 'a session of nobody'
  const products = new Set((await db.selectFrom('products').select('id').execute()).map(({ id }) => id))
  for (const { items } of carts) {
    const cart = JSON.parse(items)
    if (JSON.stringify(readCart(cart)) !== JSON.stringify(cart)) return `a cart that cannot be: ${items}`
    if (Object.keys(cart).some((id) => !products.has(id))) return `a cart with a product that never was: ${items}`
  }
  return undefined
}

async function otherProblems({ db, mailsTo }: TestShop) {
  const [applications, producers, mails, subscriptions, addresses] = await Promise.all([
    db.selectFrom('producer_applications').selectAll().execute(),
    db.selectFrom('producers').selectAll().execute(),
    mailsTo(),
    db.selectFrom('newsletter_subscriptions').selectAll().execute(),
    db.selectFrom('addresses').selectAll().execute(),
  ])
  const undecided = applications.find((row) => (row.status === 'pending') !== (row.decided_at === null))
  if (undecided) return `application ${undecided.id} is half decided`
  const ids = new Set(producers.map(({ id }) => id))
  const lost = applications.find(({ id, status }) => ids.has(id) !== (status === 'approved'))
  if (lost) return `application ${lost.id} is ${lost.status}, which its producer is not`
  for (const { specialties } of applications) Specialties.parse(JSON.parse(specialties))
  // Who was added by hand may have none yet.
  for (const { specialties } of producers) if (specialties !== '[]') Specialties.parse(JSON.parse(specialties))
  const badMail = mails.find(
    ({ recipient, subject, headers }) => /[\r\n\s,;]/.test(recipient) || /[\r\n]/.test(subject + (headers ?? '')),
  )
  if (badMail) return `a mail whose header would break: ${JSON.stringify(badMail.recipient)}`
  const defaults = Map.groupBy(
    addresses.filter((row) => row.is_default === 1),
    (row) => row.user_id,
  )
  if ([...defaults.values()].some((own) => own.length > 1)) return 'a shopper with two default addresses'
  const bad = findBadText([...applications, ...producers, ...mails, ...subscriptions, ...addresses])
  return bad && `a text that not every database can store: ${JSON.stringify(bad)}`
}

/** Must hold whatever was sent. Throws Broken. */
export async function checkInvariants(shop: TestShop) {
  for (const find of [productProblems, orderProblems, accountProblems, otherProblems]) {
    const problem = await find(shop)
    if (problem) throw new Broken(problem)
  }
  for (const url of ['/healthz', '/readyz']) {
    const { statusCode } = await shop.request({ method: 'GET', url })
    if (statusCode !== 200) throw new Broken(`${url} answers ${statusCode}`)
  }
}
