/** "Connect your system", at the head of /api/docs. A test runs the examples (src/app/tests/connect.test.ts). */
export const connectYourSystem = `# Connect your system

For accounting, a warehouse, a price list or a script: everything that people do in the shop's own pages stands below as a call. Money is in
rupees with at most 2 decimals; times are ISO 8601.

## A key

Whoever has the right *team* makes a key at **Connections** in the seller's area: a name, what the key may do, and a last day if it is to end by
itself. The key is shown once. Send it with each call:

~~~
Authorization: Bearer hk_…
~~~

A key needs no login and no cookie. It does what its rights allow and never what a person must answer for: paying makers, refunds by hand,
corrections, account details, keys and the team are refused with 403 NOT_FOR_KEYS. An ended or mistyped key is 401 KEY_NOT_VALID, a missing right
403 NO_RIGHT. A key may call 600 times a minute; beyond it the answer is 429, and Retry-After says for how many seconds to wait. Wait likewise
after 503.

A person's program may log in by POST /api/seller/login with e-mail and password and send the cookie back; a key is the better way.

## Everything that changed

Four lists can be followed: **/api/order/seller** and **/api/parcel** (right *orders*), and for anybody **/api/product/list** and
**/api/ledger/entries**. Begin with an empty *since*. Each answer has rows in the order in which they changed last, a *cursor* for the next call, and *more*: false means that
nothing else has changed yet. Keep the cursor together with what you made of the rows, and go on from it, after a restart too: nothing is missed.
A row that changes again comes again. A product that left the shop is a row with its *_id* and *gone: true*; how its price is shared follows the
percentages of the day, which brings no row. 409 CURSOR_NOT_VALID means that the shop was
restored from a backup: begin again with an empty *since*.

For accounts, **/api/order/lines.csv** has a row for each line of an order: price, tax, maker, invoice and credit notes, and the references under
which its money came and went back. It takes the filters of the list, *from* and *to* among them.

All other lists have pages: *page* from 1 on, *limit* up to 100; the answers say *total* and *pages*.

## An example with curl

~~~sh
curl --fail --silent --header "Authorization: Bearer $HAAT_KEY" "$SHOP/api/order/seller?since=&limit=10"
~~~

## An example in TypeScript

Follows all orders. Run it every minute (node follow-orders.ts): it goes on where it was.

~~~ts
import { readFile, rename, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'

const { SHOP = 'https://shop.example', HAAT_KEY = '' } = process.env

interface Answer {
  orders: { _id: string; number: number; status: string; amount: number; updatedAt: string }[]
  cursor: string
  more: boolean
}

async function changedSince(cursor: string): Promise<Answer> {
  const headers = { authorization: 'Bearer ' + HAAT_KEY }
  const answer = await fetch(SHOP + '/api/order/seller?since=' + cursor, { headers })
  if (answer.status === 429 || answer.status === 503) {
    await setTimeout(Number(answer.headers.get('retry-after') ?? 5) * 1000)
    return changedSince(cursor)
  }
  if (!answer.ok) throw new Error(answer.status + ' ' + (await answer.text()))
  return answer.json()
}

let cursor = await readFile('orders.cursor', 'utf8').catch(() => '')
let more = true
while (more) {
  const answer = await changedSince(cursor)
  for (const order of answer.orders) console.log(order.number, order.status, order.amount)
  // Written whole or not at all, and only once the orders are dealt with.
  await writeFile('orders.cursor.new', answer.cursor)
  await rename('orders.cursor.new', 'orders.cursor')
  cursor = answer.cursor
  more = answer.more
}
~~~

## Being told at once

At **Connections**, *Webhooks*, an address (https, public) is told of what it asks for: *order placed*, *order moved*, *order paid*, *order refunded*,
*parcel moved*, *product changed*, *return asked*, *payout made*. The body is kind and id and no more, such as
\`{"kind":"order placed","id":"0198…"}\`; ask the API for the rest. The id of *return asked* is the order's. Answer with 2xx within 5 seconds. A message
comes at least once, maybe out of order, each time with the same *webhook-id*: what you have seen, leave out. One that was not answered comes again for a day;
follow the lists above as well, and nothing is missed.

Each message is signed as standardwebhooks.com says, so libraries of many languages can check it. Without one:

~~~js
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Is it a message of the shop, of the last five minutes? \`secret\` is whsec_… */
export function isFromShop(secret, headers, body) {
  const [id, at] = [headers['webhook-id'], headers['webhook-timestamp']]
  if (!(Math.abs(Date.now() / 1000 - Number(at)) < 300)) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const right = createHmac('sha256', key).update(id + '.' + at + '.' + body).digest()
  return String(headers['webhook-signature']).split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64')
    return given.length === right.length && timingSafeEqual(given, right)
  })
}
~~~
`
