import { sql } from 'kysely'
import { hashPassword } from '#features/auth/server/passwords.ts'
import { hashToken } from '#features/auth/server/sessions.ts'
import { categories } from '#features/catalog/catalog.categories.ts'
import type { Db } from '#kernel/db/database.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { materials, things } from '../product-words.ts'
import type { Size } from './options.ts'

// Fills a database of version 1.0.0's schema in statements of whole sets; the migrations since then change it as they change a shop's.
// Everything has a number, which its id tells.

export const FILLED_AT = '0007-rate-limits'
export const PASSWORD = 'a good password'
/** Shoppers who log in at once. */
export const LOGINS = 32
/** These first products are counted: neighbours order them, and imports change them. */
export const COUNTED = 50
export const PLENTY = 1_000_000

export const OFFER_PAISE = 400_00
export const TAX_PAISE = 8_00
const MAIL_CHARACTERS = { text: 900, html: 5600 }
const image =
  '[{"key":"category-pottery","alt":"A blue bowl","width":800,"height":800,"widths":[320,480,640,800],"avif":true}]'

const kinds = { user: 1, product: 2, order: 3, mail: 4, address: 5, producer: 6 } as const
type Kind = keyof typeof kinds
export const idOf = (kind: Kind, number: number) =>
  `00000000-0000-7000-800${kinds[kind]}-${String(number).padStart(12, '0')}`
/** The id in SQL. */
export const idFrom = (kind: Kind, number: string) =>
  `'00000000-0000-7000-800${kinds[kind]}-' || substr(cast(1000000000000 + ${number} as text), 2)`

export const emailOf = (user: number) => `shopper${user}@example.com`
const tokenOf = (user: number) => `stalls-${user}`
export const cookieOf = (user: number) => `haat-user=${tokenOf(user)}`

/** Roles of the shoppers, by number. */
export function rolesOf({ deletedOrders, neighbours: count }: Size) {
  const deleted = deletedOrders.map((orders, user) => ({ user, orders }))
  const reader = deleted.length
  const neighbours = Array.from({ length: count }, (_, at) => reader + 1 + at)
  const logins = Array.from({ length: LOGINS }, (_, at) => reader + 1 + count + at)
  return { deleted, reader, neighbours, logins, others: reader + 1 + count + LOGINS }
}

/** The buyer of an order, in SQL: the first orders belong to accounts that are looked at and deleted. */
function buyerOf(
  { deletedOrders, ownOrders, linesOfOwnOrders, shoppers }: Size,
  { reader, others }: ReturnType<typeof rolesOf>,
) {
  let before = 0
  const owners = [...deletedOrders, ownOrders].map((orders, user) => {
    before += orders
    return `when n < ${before} then ${user}`
  })
  const ownFrom = before - ownOrders
  return {
    user: `case ${owners.join(' ')} else ${others} + n % ${shoppers - others} end`,
    lines: `case when n >= ${ownFrom} and n < ${before} then ${linesOfOwnOrders} else 1 + n % 3 end`,
    isSpecial: `n < ${before}`,
    own: { from: ownFrom, to: before, user: reader },
  }
}
export const ordersOfReader = (size: Size) => buyerOf(size, rolesOf(size)).own

/** Inserts a row for each number from `from` to below `to`. */
const rows = (db: Db, table: string, from: number, to: number, columns: Record<string, string>, join = '') =>
  sql
    .raw(
      `insert into ${table} (${Object.keys(columns).join(', ')})
      with recursive seq(n) as (select cast(${from} as bigint) union all select n + 1 from seq where n < ${to - 1}),
        line(pos) as (select 0 union all select pos + 1 from line where pos < 99)
      select ${Object.values(columns).join(', ')} from seq ${join}`,
    )
    .execute(db)

const text = (characters: number) =>
  `'${'Thank you for your order. We pack it by hand and write again when it leaves. '.repeat(99).slice(0, characters)}'`
const pick = (values: readonly string[], number: string) =>
  `case (${number}) % ${values.length} ${values.map((value, at) => `when ${at} then '${value}'`).join(' ')} end`

/** Search words, which upgraded databases have as well. */
const words = {
  name_words: `lower(${pick(materials, 'n')} || ' ' || ${pick(things, 'n / 20')})`,
  description_words: `'worked by hand in a small workshop wipe clean with dry cloth about 30 cm across'`,
}

/** The newest is number 0. */
export async function fillProducts(db: Db, from: number, to: number, producers: number, isUpgraded = true) {
  const now = Date.now()
  const name = `${pick(materials, 'n')} || ' ' || ${pick(things, 'n / 20')} || ' no. ' || cast(n as text)`
  const paths = categories.map(({ path }) => path)
  await rows(db, 'products', from, to, {
    id: idFrom('product', 'n'),
    name,
    name_folded: `lower(${name})`,
    ...(isUpgraded ? words : {}),
    category: pick(paths, 'n'),
    price_paise: `${OFFER_PAISE} + (n * 7919 % 4000 + n % 500) * 100`,
    // No two prices in a row are alike, so that a price filter has to choose.
    offer_price_paise: `${OFFER_PAISE} + (n * 7919 % 4000) * 100`,
    description: `'["Worked by hand in a small workshop","Wipe clean with a dry cloth","About 30 cm across"]'`,
    images: `'${image}'`,
    weight: `'400 g'`,
    in_stock: '1',
    stock: `case when n < ${COUNTED} then ${PLENTY} end`,
    producer_id: idFrom('producer', `n % ${producers}`),
    created_at: `${now} - n * ${MINUTE_MS}`,
  })
}

async function fillPeople(db: Db, size: Size) {
  const now = Date.now()
  const { deleted, reader, neighbours } = rolesOf(size)
  const hash = await hashPassword(PASSWORD)
  await rows(db, 'users', 0, size.shoppers, {
    id: idFrom('user', 'n'),
    name: `'Ananya Rao'`,
    email: `'shopper' || cast(n as text) || '@example.com'`,
    password_hash: `'${hash}'`,
    created_at: `${now} - n * ${MINUTE_MS}`,
  })
  await rows(db, 'addresses', 0, size.shoppers, {
    ...{ id: idFrom('address', 'n'), user_id: idFrom('user', 'n') },
    ...{ first_name: `'Ananya'`, last_name: `'Rao'`, email: `'shopper' || cast(n as text) || '@example.com'` },
    ...{ street: `'Flat 4B, Kaveri Residency'`, city: `'Bengaluru'`, state: `'Karnataka'`, zipcode: `'560038'` },
    ...{ country: `'India'`, phone: `'98450 12345'`, is_default: '1', created_at: `cast(${now} as bigint)` },
  })
  // Half of them have run out.
  await rows(db, 'sessions', 0, size.sessions, {
    token_hash: `'session ' || cast(n as text)`,
    role: `'user'`,
    account_id: idFrom('user', `n % ${size.shoppers}`),
    created_at: `${now} - (n % 2) * ${120 * DAY_MS}`,
    last_seen_at: `${now} - (n % 2) * ${20 * DAY_MS}`,
  })
  const loggedIn = [...deleted.map(({ user }) => user), reader, ...neighbours]
  await db
    .insertInto('sessions')
    .values(
      loggedIn.map((user) => ({
        ...{ token_hash: hashToken(tokenOf(user)), role: 'user' as const, account_id: idOf('user', user) },
        ...{ created_at: now, last_seen_at: now, user_agent: '' },
      })),
    )
    .execute()
  await rows(db, 'producer_applications', 0, size.producers, {
    ...{
      id: idFrom('producer', 'n'),
      name: `'Workshop ' || cast(n as text)`,
      location: `'Jaipur'`,
      country: `'India'`,
    },
    ...{ story: text(3000), profile_image_url: `''`, cover_image_url: `''`, years_in_business: '12' },
    ...{ specialties: `'["Blue pottery"]'`, email: `'workshop' || cast(n as text) || '@example.com'` },
    ...{ mobile_number: `'9845012345'`, status: `'approved'`, created_at: `${now} - n * ${HOUR_MS}` },
    ...{ decided_at: `cast(${now} as bigint)` },
  })
}

async function fillOrders(db: Db, size: Size) {
  const now = Date.now()
  const buyer = buyerOf(size, rolesOf(size))
  // Two years of orders, the newest last.
  const apartMs = Math.floor((730 * DAY_MS) / size.orders)
  const at = `${now} - (${size.orders} - n) * ${apartMs}`
  const isOnline = `n % 4 = 0`
  const status = `case when ${buyer.isSpecial} then 'Delivered' else ${pick(['Delivered', 'Delivered', 'Delivered', 'Shipped', 'Delivered', 'Order Placed', 'Cancelled'], 'n')} end`
  const email = `'shopper' || cast(${buyer.user} as text) || '@example.com'`
  await rows(db, 'orders', 0, size.orders, {
    id: idFrom('order', 'n'),
    user_id: idFrom('user', `(${buyer.user})`),
    subtotal_paise: `${OFFER_PAISE} * (${buyer.lines})`,
    tax_paise: `${TAX_PAISE} * (${buyer.lines})`,
    amount_paise: `${OFFER_PAISE + TAX_PAISE} * (${buyer.lines})`,
    address: `'{"firstName":"Ananya","lastName":"Rao","email":"' || ${email} || '","street":"Flat 4B, Kaveri Residency","city":"Bengaluru","state":"Karnataka","zipcode":"560038","country":"India","phone":"98450 12345"}'`,
    payment_type: `case when ${isOnline} then 'Online' else 'COD' end`,
    status,
    is_paid: `case when ${isOnline} or (${status}) = 'Delivered' then 1 else 0 end`,
    created_at: at,
    search_text: `'ananya rao 560038'`,
  })
  const line = {
    ...{
      order_id: idFrom('order', 'n'),
      position: 'pos',
      product_id: idFrom('product', `(n * 7 + pos * 13) % ${size.products}`),
    },
    ...{ name: `'Indigo Bowl no. ' || cast(pos as text)`, category: `'Pottery-Ceramics'` },
    ...{ price_paise: `${OFFER_PAISE}`, offer_price_paise: `${OFFER_PAISE}`, images: `'${image}'`, weight: `'400 g'` },
    ...{ quantity: '1', stock_taken: '0' },
  }
  await rows(db, 'order_lines', 0, size.orders, line, `join line on pos < ${buyer.lines}`)
  await rows(db, 'order_events', 0, size.orders, {
    ...{ order_id: idFrom('order', 'n'), at: `${at} + ${HOUR_MS}`, actor: `'seller'`, text: `'Confirmed'` },
  })
  await sql
    .raw(`insert into invoices (number, order_id, issued_at)
      select row_number() over (order by created_at, number), id, created_at from orders
      where is_paid = 1 or status not in ('Awaiting payment', 'Cancelled')`)
    .execute(db)
  await sql.raw('update orders set invoiced = 1 where id in (select order_id from invoices)').execute(db)
  await sql
    .raw(`insert into payments (id, order_id, provider, session_id, state, reference, expires_at, hold_until, due_at)
      select 'payment ' || id, id, 'test', 'session ' || id, 'paid', 'reference ' || id, created_at, created_at, created_at
      from orders where payment_type = 'Online'`)
    .execute(db)
}

/** Mails of the orders, some old enough to be deleted, and other things that the shop tidies up. */
async function fillLeftovers(db: Db, size: Size) {
  const now = Date.now()
  const buyer = buyerOf(size, rolesOf(size)).user
  const at = `${now} - (n % 60) * ${DAY_MS}`
  await rows(db, 'outbox', 0, size.mails, {
    ...{
      id: idFrom('mail', 'n'),
      recipient: `'shopper' || cast(${buyer} as text) || '@example.com'`,
      subject: `'Your Haat order #' || cast(n + 1001 as text)`,
    },
    ...{ text_body: text(MAIL_CHARACTERS.text), html_body: text(MAIL_CHARACTERS.html) },
    ...{ created_at: at, attempts: '1', due_at: at, sent_at: at },
  })
  await rows(db, 'idempotency_keys', 0, size.sessions, {
    ...{ user_id: idFrom('user', `n % ${size.shoppers}`), key: `'key ' || cast(n as text)`, content_hash: `''` },
    ...{ order_id: idFrom('order', `n % ${size.orders}`), created_at: `${now} - (n % 2) * ${2 * DAY_MS}` },
  })
  await rows(db, 'payment_events', 0, size.sessions, {
    ...{ id: `'event ' || cast(n as text)`, type: `'checkout.session.completed'` },
    ...{ received_at: `${now} - (n % 2) * ${400 * DAY_MS}` },
  })
}

/** As in a shop where everybody has confirmed their address. */
export async function settle(db: Db) {
  await sql`update users set email_confirmed_at = created_at`.execute(db)
  await sql`update outbox set account_id = (select id from users where email = recipient)`.execute(db)
}

export async function fill(db: Db, size: Size) {
  await fillPeople(db, size)
  await fillProducts(db, 0, size.products, size.producers, false)
  await fillOrders(db, size)
  await fillLeftovers(db, size)
}
