import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { generate } from 'orval'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { featuresByName } from '#app/features.ts'
import { anyAddress, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'

// What others make of /api/openapi.json: a client, by an ordinary generator, that compiles and works.

let shop: TestShop
let folder: string
let origin: string
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  folder = await mkdtemp(path.join(tmpdir(), 'haat-client-'))
  origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

const readDescription = async () => (await fetch(`${origin}/api/openapi.json`)).json()

/** All calls of the specification. */
const specified = [
  ...['GET /api/seller/is-auth', 'GET /api/user/is-auth', 'GET /api/product/list', 'POST /api/cart/update'],
  ...['GET /api/user/logout', 'POST /api/user/login', 'POST /api/user/register', 'POST /api/newsletter/subscribe'],
  ...['GET /api/address/get', 'POST /api/address/add', 'POST /api/order/cod', 'POST /api/order/stripe'],
  ...['GET /api/order/user', 'POST /api/seller/login', 'GET /api/seller/logout', 'POST /api/producer/submit'],
  ...['GET /api/producer/applications', 'PATCH /api/producer/status/{id}', 'POST /api/product/add'],
  ...['POST /api/product/stock', 'GET /api/order/seller'],
]

interface Parameter {
  name: string
  schema: { type?: string; pattern?: string }
}
interface Call {
  operationId: string
  tags: string[]
  parameters: Parameter[]
}

describe('the description of the API', () => {
  const contracts = import.meta.glob<object>('../../features/**/*.contract.ts', { eager: true })
  const isEndpoint = (value: unknown) => typeof value === 'object' && value !== null && 'method' in value
  const exported = Object.values(contracts).flatMap((contract) =>
    Object.entries(contract).flatMap(([name, value]) => (isEndpoint(value) ? [name] : [])),
  )

  it('has every endpoint under the name that its contract exports, and no name twice', async () => {
    const { paths } = await readDescription()
    const ids = Object.values<Record<string, { operationId: string }>>(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(ids.toSorted()).toEqual(exported.toSorted())
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('calls numbers in addresses numbers, and puts each call under its feature', async () => {
    const { paths } = await readDescription()
    const calls = Object.values<Record<string, Call>>(paths).flatMap((methods) => Object.values(methods))
    const texts = calls.flatMap(({ operationId, parameters }) =>
      parameters.flatMap(({ name, schema: { type, pattern } }) => {
        const isNumber = pattern !== undefined && new RegExp(pattern).test('7') && !new RegExp(pattern).test('a')
        return type === 'string' && isNumber && name !== 'since' ? [`${operationId} ${name}`] : []
      }),
    )
    expect(texts).toEqual([])
    const { parameters } = paths['/api/product/list'].get
    const numbers = Object.fromEntries(parameters.map(({ name, schema }: Parameter) => [name, schema]))
    expect(numbers).toMatchObject({
      limit: { type: 'integer', minimum: 1, maximum: 100 },
      max: { type: 'number', minimum: 0 },
    })
    const named = Object.keys(featuresByName).map((name) => name.replace(/[A-Z]/g, (one) => ` ${one.toLowerCase()}`))
    for (const { operationId, tags } of calls) expect(named, operationId).toEqual(expect.arrayContaining(tags))
    expect(paths['/api/second-factor'].get.tags).toEqual(['second factor'])
  })

  it('has all calls of the specification, their shapes by name, and refusals by status', async () => {
    const { paths, components } = await readDescription()
    for (const call of specified) {
      const [method = '', url = ''] = call.split(' ')
      expect(paths[url]?.[method.toLowerCase()]?.responses.default, call).toBeDefined()
    }
    const names = ['Product', 'Order', 'Address', 'Producer', 'Shopper', 'StoredApplication', 'Error']
    expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(names))
    const text = JSON.stringify({ paths, components })
    for (const [, name = ''] of text.matchAll(/"\$ref":"([^"]+)"/g))
      expect(components.schemas).toHaveProperty(name.replace('#/components/schemas/', ''))
    const { responses } = paths['/api/order/cod'].post
    expect(responses['409'].description).toContain('TOTAL_CHANGED')
    expect(responses['409'].content['application/json'].schema.allOf[0]).toEqual({ $ref: '#/components/schemas/Error' })
  })
})

const SavedAddress = z.object({ address: z.object({ _id: z.string() }) })

/** What the generated functions answer. */
interface Sent {
  status: number
  headers: Headers
  /** Its type is in the generated file, which the compiler checks by itself. */
  data: unknown
}
type Client = Record<string, (...input: unknown[]) => Promise<Sent>>

async function makeClient(): Promise<Client> {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const target = path.join(folder, 'client.ts')
  const input = { target: await readDescription() }
  await generate({ input, output: { target, client: 'fetch', mode: 'single', baseUrl: origin } })
  vi.restoreAllMocks()
  const compiler = fileURLToPath(new URL('../../../node_modules/typescript-compiler/bin/tsc', import.meta.url))
  const options = ['--noEmit', '--strict', '--target', 'es2024', '--module', 'esnext', '--moduleResolution', 'bundler']
  execFileSync(process.execPath, [compiler, ...options, target], { cwd: folder, stdio: 'inherit' })
  return import(/* @vite-ignore */ target)
}

describe('a client that is generated from it', () => {
  it('compiles, and shops: list, register, cart, order, picture, CSV', async () => {
    const client = await makeClient()
    const _id = await shop.product({ name: 'Brass Lamp' })
    const call = async (name: string, ...input: unknown[]) => {
      const sent = await client[name]?.(...input)
      if (!sent) throw new Error(`the client has no ${name}`)
      expect(sent.status, name).toBeLessThan(300)
      return sent
    }
    const cookieOf = ({ headers }: Sent) => ({
      headers: {
        cookie: headers
          .getSetCookie()
          .map((cookie) => cookie.split(';')[0])
          .join('; '),
      },
    })

    const { data: list } = await call('listProducts', { q: 'lamp' })
    expect(list).toMatchObject({ success: true, total: 1, products: [{ _id, name: 'Brass Lamp', offerPrice: 1249 }] })

    const asha = { name: 'Asha Rao', email: 'asha@example.com', password: 'a good password' }
    const shopper = cookieOf(await call('register', asha))
    await call('updateCart', { cartItems: { [_id]: 2 } }, shopper)
    expect((await call('isAuth', shopper)).data).toMatchObject({ user: { cartItems: { [_id]: 2 } } })
    const { address } = SavedAddress.parse((await call('addAddress', anyAddress, shopper)).data)
    const order = { items: [{ product: _id, quantity: 2 }], address: address._id }
    expect((await call('placeCodOrder', order, shopper)).data).toMatchObject({
      amount: 2547.96,
      status: 'Order Placed',
    })
    expect(
      await client.placeCodOrder?.({ ...order, items: [{ product: _id, quantity: 1 }], expectedTotal: 1 }, shopper),
    ).toMatchObject({
      status: 409,
      data: { success: false, code: 'TOTAL_CHANGED', total: 1273.98 },
    })

    const pixels = sharp({ create: { width: 300, height: 300, channels: 3, background: 'teal' } })
    const picture = new File([new Uint8Array(await pixels.png().toBuffer())], 'lamp.png', { type: 'image/png' })
    expect((await call('uploadPicture', { picture })).data).toMatchObject({
      url: expect.stringMatching(/^\/media\/producer-/),
    })
    const seller = cookieOf(await call('sellerLogin', { email: 'seller@example.com', password: 'sell everything' }))
    const productData = { name: 'Clay Cup', category: 'Pottery-Ceramics', price: 200, offerPrice: 150.5 }
    const { data: added } = await call('addProduct', { productData, images: [picture] }, seller)
    expect(added).toMatchObject({ product: { name: 'Clay Cup', offerPrice: 150.5, images: [{ width: 300 }] } })

    const { data: csv } = await call('exportOrders', {}, seller)
    expect(csv).toContain('2 x Brass Lamp')
    const rows = 'name,category,price,offerPrice\nFlute,Wood-Furniture,400,300\n'
    expect((await call('importProducts', rows, seller)).data).toMatchObject({ import: { state: expect.any(String) } })
  }, 30_000)
})
