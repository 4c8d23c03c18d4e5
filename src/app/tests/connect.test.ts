import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeKey } from '#features/keys/keys.contract.ts'
import { moveParcels } from '#features/orders/parcels/parcels.contract.ts'
import { order } from '#features/orders/testing/order.ts'
import { proveAgain } from '#features/second-factor/second-factor.contract.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'

const run = promisify(execFile)

let shop: TestShop
let office: Awaited<ReturnType<TestShop['seller']>>
let folder: string
let env: Record<string, string | undefined>
let told: string
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  office = await shop.seller()
  await office.api(proveAgain, { body: { currentPassword: sellerSettings.SELLER_PASSWORD } })
  const { key } = await office.api(makeKey, { body: { name: 'An example', rights: ['orders'] } })
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  env = { SHOP: `http://127.0.0.1:${port}`, HAAT_KEY: key }
  folder = await mkdtemp(path.join(tmpdir(), 'haat-connect-'))
  told = (await shop.request({ url: '/api/openapi.json' })).json().info.description
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const example = (language: string) => told.split(`~~~${language}\n`)[1]?.split('~~~')[0] ?? ''

it('“Connect your system”: both examples do what they say', { timeout: 60_000 }, async () => {
  const shopper = await shop.shopper()
  const product = await shop.product()
  const place = async () =>
    String(
      (await order(shopper, [{ product, quantity: 1 }], { 'idempotency-key': crypto.randomUUID() })).json().orderId,
    )
  const first = await place()
  const byCurl = JSON.parse((await run('sh', ['-c', example('sh')], { env, cwd: folder })).stdout)
  expect(byCurl).toMatchObject({ orders: [{ _id: first }], more: false })

  await writeFile(path.join(folder, 'follow-orders.ts'), example('ts'))
  const follow = async () =>
    (
      await run(process.execPath, ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', 'follow-orders.ts'], {
        env,
        cwd: folder,
      })
    ).stdout
  expect(await follow()).toBe('1001 Order Placed 1273.98\n')
  expect(await follow()).toBe('')
  await place()
  await office.api(moveParcels, { body: { orders: [first], to: 'Confirmed' } })
  expect(await follow()).toBe('1002 Order Placed 1273.98\n1001 Confirmed 1273.98\n')
})

it('“Connect your system”: the check of a webhook takes what the shop signs, and nothing else', async () => {
  const file = path.join(folder, 'check.mjs')
  await writeFile(file, example('js'))
  const { isFromShop } = await import(/* @vite-ignore */ pathToFileURL(file).href)
  const secret = `whsec_${Buffer.from('a secret of 24 characters').toString('base64')}`
  const body = '{"kind":"order placed","id":"one"}'
  const signedAt = (at: Date) => ({
    'webhook-id': 'one',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': `v1,AAAA ${new Webhook(secret).sign('one', at, body)}`,
  })
  const now = new Date()
  expect(isFromShop(secret, signedAt(now), body)).toBe(true)
  expect(isFromShop(secret, signedAt(now), body.replace('one', 'two'))).toBe(false)
  expect(isFromShop(secret, { ...signedAt(now), 'webhook-id': 'two' }, body)).toBe(false)
  expect(isFromShop(secret, signedAt(new Date(now.getTime() - 301_000)), body)).toBe(false)
})
