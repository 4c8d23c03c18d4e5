import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeKey } from '#features/keys/keys.contract.ts'
import { listPayouts } from '#features/payouts/payouts.contract.ts'
import { isForKeys } from '#kernel/guard/keys.ts'
import { newId } from '#shared/ids.ts'
import { type Right, rights } from '#shared/rights.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop(sellerSettings, { processes: 2 })
})
afterAll(() => shop.close())

const give = (some: readonly Right[]) =>
  shop.db
    .updateTable('sellers')
    .set({ rights: some.join(' ') })
    .execute()
const ofSellers = () => shop.app.endpoints.filter(({ access }) => access === 'seller')
type Route = ReturnType<typeof ofSellers>[number]

/** Asks without what the call needs: what is admitted is refused for that, or finds nothing. */
async function ask({ method, path }: Route, seller: Pick<Awaited<ReturnType<TestShop['seller']>>, 'send'>) {
  const url = path.replaceAll(/:\w+/g, newId())
  const answer = await seller.send({ method: method as 'GET', url, ...(method === 'GET' ? {} : { payload: {} }) })
  const { code = '', rights: needed } = answer.headers['content-type']?.toString().includes('json') ? answer.json() : {}
  return { status: answer.statusCode, code, needed }
}

describe('rights', () => {
  it('are stated by each call of the shop’s people', () => {
    expect(ofSellers().length).toBeGreaterThan(100)
    expect(ofSellers().filter((endpoint) => endpoint.rights === undefined)).toEqual([])
    expect(shop.app.endpoints.filter(({ access, rights: own }) => access !== 'seller' && own)).toEqual([])
    // Whose session it is, their own account, and what each page says above.
    expect(
      ofSellers()
        .filter((endpoint) => endpoint.rights?.length === 0)
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted(),
    ).toEqual([
      'DELETE /api/passkey/:id',
      ...['DELETE /api/second-factor', 'GET /api/second-factor'],
      ...['GET /api/seller/account', 'GET /api/seller/date', 'GET /api/seller/is-auth', 'GET /api/seller/restores'],
      'GET /api/seller/troubles',
      ...['POST /api/passkey', 'POST /api/passkey/options'],
      ...['POST /api/second-factor', 'POST /api/second-factor/again', 'POST /api/second-factor/confirm'],
      ...['POST /api/seller/email', 'POST /api/seller/password'],
    ])
  })

  it('open each call to who has one of them, and to nobody else', { timeout: 180_000 }, async () => {
    const wrong: string[] = []
    for (const route of ofSellers()) {
      await give(rights)
      const seller = await shop.seller()
      for (const right of rights) {
        await give([right])
        const { status, code, needed } = await ask(route, seller)
        const isOpen = route.rights?.length === 0 || route.rights?.includes(right)
        const isRight = isOpen ? status !== 401 && code !== 'NO_RIGHT' : status === 403 && code === 'NO_RIGHT'
        if (!isRight || (!isOpen && String(needed) !== String(route.rights)))
          wrong.push(`${right}: ${route.method} ${route.path} ${status} ${code} ${needed}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('of keys open the same calls, but for those that need a person', { timeout: 180_000 }, async () => {
    await give(rights)
    const seller = await shop.seller()
    const closed: string[] = []
    const wrong: string[] = []
    for (const right of rights.filter((one) => one !== 'team')) {
      const { key } = await seller.api(makeKey, { body: { name: `Only ${right}`, rights: [right] } })
      const program = {
        send: (options: InjectOptions) =>
          shop.request({ ...options, headers: { ...options.headers, authorization: `Bearer ${key}` } }),
      }
      for (const route of ofSellers()) {
        const { status, code, needed } = await ask(route, program)
        const isOpen = route.rights?.includes(right)
        const isRight = !isForKeys(route)
          ? status === 403 && code === 'NOT_FOR_KEYS'
          : isOpen
            ? status !== 401 && code !== 'NO_RIGHT' && code !== 'NOT_FOR_KEYS'
            : status === 403 && code === 'NO_RIGHT' && String(needed) === String(route.rights)
        if (!isRight) wrong.push(`${right}: ${route.method} ${route.path} ${status} ${code} ${needed}`)
        if (!isForKeys(route)) closed.push(`${route.method} ${route.path}`)
      }
    }
    expect(wrong).toEqual([])
    expect([...new Set(closed)].toSorted()).toMatchInlineSnapshot(`
      [
        "DELETE /api/key/:id",
        "DELETE /api/passkey/:id",
        "DELETE /api/second-factor",
        "DELETE /api/team/:id",
        "DELETE /api/team/:id/sessions",
        "DELETE /api/team/:id/sessions/:device",
        "DELETE /api/webhook/:id",
        "GET /api/key",
        "GET /api/payout/account/:producer",
        "GET /api/payout/run/:id/bank.csv",
        "GET /api/payout/run/:id/bank.xlsx",
        "GET /api/second-factor",
        "GET /api/second-yes",
        "GET /api/seller/account",
        "GET /api/seller/audit",
        "GET /api/seller/date",
        "GET /api/seller/health",
        "GET /api/seller/is-auth",
        "GET /api/seller/restores",
        "GET /api/seller/troubles",
        "GET /api/team",
        "GET /api/webhook",
        "GET /api/webhook/:id/deliveries",
        "PATCH /api/team/:id",
        "POST /api/key",
        "POST /api/key/:id/resume",
        "POST /api/ledger/community",
        "POST /api/ledger/corrections",
        "POST /api/order/:id/refund",
        "POST /api/passkey",
        "POST /api/passkey/options",
        "POST /api/payout/:id/failed",
        "POST /api/payout/account/:producer/called",
        "POST /api/payout/confirm",
        "POST /api/payout/found",
        "POST /api/payout/run",
        "POST /api/producer/:id/device/:device/resume",
        "POST /api/second-factor",
        "POST /api/second-factor/again",
        "POST /api/second-factor/confirm",
        "POST /api/second-yes/:id",
        "POST /api/seller/date",
        "POST /api/seller/email",
        "POST /api/seller/health/test-mail",
        "POST /api/seller/held-mails",
        "POST /api/seller/password",
        "POST /api/team",
        "POST /api/webhook",
        "POST /api/webhook/:id/deliveries/:delivery/again",
        "POST /api/webhook/:id/resume",
        "PUT /api/payout/account/:producer",
      ]
    `)
  })

  it('are not enough without a proof of the last ten minutes where money leaves, or who may do what changes', async () => {
    await give(rights)
    const seller = await shop.seller()
    await shop.db.updateTable('sellers').set({ factor_since: 1 }).execute()
    await shop.db.updateTable('sessions').set({ proved_until: Date.now() }).execute()
    const asked: string[] = []
    for (const route of ofSellers()) {
      const { status, code } = await ask(route, seller)
      if (status === 401 && code === 'ASK_AGAIN') asked.push(`${route.method} ${route.path}`)
    }
    await shop.db.updateTable('sellers').set({ factor_since: null }).execute()
    expect(asked.toSorted()).toEqual(
      ofSellers()
        .filter(({ proof }) => proof)
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted(),
    )
    expect(asked.toSorted()).toEqual([
      ...['DELETE /api/key/:id', 'DELETE /api/passkey/:id', 'DELETE /api/team/:id', 'DELETE /api/team/:id/sessions'],
      'DELETE /api/team/:id/sessions/:device',
      ...['DELETE /api/webhook/:id', 'GET /api/payout/account/:producer'],
      ...['GET /api/payout/run/:id/bank.csv', 'GET /api/payout/run/:id/bank.xlsx', 'PATCH /api/team/:id'],
      ...['POST /api/key', 'POST /api/key/:id/resume'],
      ...['POST /api/ledger/community', 'POST /api/ledger/corrections', 'POST /api/order/:id/refund'],
      ...['POST /api/passkey', 'POST /api/passkey/options'],
      ...['POST /api/payout/:id/failed', 'POST /api/payout/account/:producer/called', 'POST /api/payout/found'],
      ...['POST /api/payout/run', 'POST /api/second-factor', 'POST /api/second-factor/confirm'],
      ...['POST /api/second-yes/:id', 'POST /api/team'],
      ...['POST /api/webhook', 'POST /api/webhook/:id/resume'],
      'PUT /api/payout/account/:producer',
    ])
  })

  it('that are taken away act at the next request in every process, and say what is missing', async () => {
    await give(rights)
    const seller = await shop.seller()
    await seller.api(listPayouts)
    await give(['orders', 'team'])
    for (let process = 0; process < 2; process += 1)
      await expect(seller.api(listPayouts)).rejects.toMatchObject({
        ...{ status: 403, code: 'NO_RIGHT', message: 'For this you need the right ‘money’' },
      })
    await give(rights)
    await seller.api(listPayouts)
  })
})
