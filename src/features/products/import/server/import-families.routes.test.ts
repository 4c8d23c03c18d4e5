import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getProduct, listProducts } from '#features/catalog/catalog.contract.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { listSellerProducts } from '../../seller-products.contract.ts'
import { dryRun, imported, undo, write } from '../../testing/imports.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeEach(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
})
afterEach(() => shop.close())

const heading = 'sku,name,category,price,offerPrice,family,axis1,value1,axis2,value2'
const line = (sku: string, family: string, ...axes: string[]) =>
  [sku, `Throw ${sku}`, 'Textiles-and-clothing', '900', '640', family, ...axes].join(',')
const throws = [
  line('T-1', 'Throw', 'Size', 'Single', 'Colour', 'Indigo'),
  line('T-2', 'Throw', 'Size', 'Cot', 'Colour', 'Rust'),
  line('T-3', '', '', '', '', ''),
]
const file = (...lines: string[]) => [heading, ...lines].join('\n')
const all = async () => (await seller.api(listSellerProducts)).products
const families = async () => Object.fromEntries((await all()).map(({ sku, family }) => [sku, family]))
const exported = async () => (await seller.send({ method: 'GET', url: '/api/product/export.csv' })).body
const storedFamilies = () => shop.db.selectFrom('product_families').select(['name', 'category', 'axes']).execute()
const throwOf = (Size: string, Colour: string) => ({ name: 'Throw', axes: { Size, Colour } })

describe('families in a file of products', () => {
  it('come in, go out, and are the same when that file comes in again', async () => {
    expect(await imported(seller, file(...throws))).toMatchObject({ message: '3 added, 0 changed' })
    expect(await families()).toEqual({
      'T-1': throwOf('Single', 'Indigo'),
      'T-2': throwOf('Cot', 'Rust'),
      'T-3': undefined,
    })
    const csv = await exported()
    expect(csv).toContain('"Throw","Size","Cot","Colour","Rust"')
    const again = await dryRun(seller, csv)
    expect(again).toMatchObject({ badLines: 0, preview: { add: 0, change: 0, same: 3 } })
    expect(await write(seller, again._id)).toMatchObject({ changed: 0 })
    expect(await exported()).toBe(csv)
    // Another shop that takes this file has the same families.
    const other = await testShop(sellerSettings)
    const owner = await other.seller()
    await imported(owner, csv.replaceAll(/^"[0-9a-f-]{36}"/gm, ''))
    const list = await owner.api(listProducts, { query: { families: '1' } })
    expect(list).toMatchObject({ total: 2 })
    await other.close()
  })

  it('change with a file, whose undo puts them back', async () => {
    await imported(seller, file(...throws))
    const changed = await imported(seller, 'sku,family,axis1,value1\nT-1,,,\nT-2,Zephyr,Size,Cot\nT-3,throw,size,Large')
    expect(changed).toMatchObject({ badLines: 0, changed: 3 })
    expect(changed.preview?.columns).toContainEqual(
      expect.objectContaining({
        column: 'family',
        examples: expect.arrayContaining([
          { product: 'Throw T-2', before: 'Throw, Size: Cot, Colour: Rust', after: 'Zephyr, Size: Cot' },
        ]),
      }),
    )
    expect(await families()).toEqual({
      'T-1': undefined,
      'T-2': { name: 'Zephyr', axes: { Size: 'Cot' } },
      'T-3': { name: 'throw', axes: { size: 'Large' } },
    })
    const found = async (q: string) =>
      (await seller.api(listProducts, { query: { q } })).products.map(({ name }) => name)
    expect([await found('zephyr'), await found('rust')]).toEqual([['Throw T-2'], []])
    expect((await undo(seller, changed._id)).message).toContain('3 products')
    expect(await found('rust')).toEqual(['Throw T-2'])
    expect(await families()).toMatchObject({ 'T-1': throwOf('Single', 'Indigo'), 'T-2': throwOf('Cot', 'Rust') })
    expect((await families())['T-3']).toBeUndefined()
    expect((await storedFamilies()).map(({ name }) => name.toLowerCase())).toEqual(['throw'])
  })

  it('of an undone import are free again: the same file makes them anew', async () => {
    const first = await imported(seller, file(...throws))
    await undo(seller, first._id)
    expect(await storedFamilies()).toEqual([])
    expect(await imported(seller, file(...throws))).toMatchObject({ added: 3 })
    expect(await storedFamilies()).toHaveLength(1)
  })

  it('go along when a file changes a category, and come back with its undo', async () => {
    await imported(seller, file(...throws))
    const moved = await imported(seller, 'sku,category\nT-1,Carpets-Rugs\nT-2,Carpets-Rugs')
    expect(await storedFamilies()).toMatchObject([{ name: 'Throw', category: 'Carpets-Rugs' }])
    const [product] = (await all()).filter(({ sku }) => sku === 'T-1')
    const { product: shown } = await shop.browser().api(getProduct, { params: { id: product?._id ?? '' } })
    expect(shown.family?.siblings).toHaveLength(2)
    await undo(seller, moved._id)
    expect(await storedFamilies()).toMatchObject([{ name: 'Throw', category: 'Textiles-and-clothing' }])
    expect(await families()).toMatchObject({ 'T-1': throwOf('Single', 'Indigo'), 'T-2': throwOf('Cot', 'Rust') })
  })

  it('stay as they are in a file that has no column of them, and where only their name stands', async () => {
    await imported(seller, file(...throws))
    await imported(seller, 'sku,price,offerPrice\nT-1,800,700')
    expect(await imported(seller, 'sku,family\nT-1,throw')).toMatchObject({ badLines: 0, changed: 0 })
    expect((await families())['T-1']).toEqual(throwOf('Single', 'Indigo'))
  })

  it.each([
    [
      'one combination twice',
      file(throws[0] ?? '', line('T-9', 'Throw', 'Colour', 'indigo', 'size', 'SINGLE')),
      'family',
    ],
    ['axes without a family', 'sku,axis1,value1\nT-1,Size,S', 'axis1'],
    ['a family without axes', 'sku,family\nT-3,Throw', 'family'],
    ['a third axis', file(throws[0] ?? '', line('T-9', 'Throw', 'Weave', 'Plain', '', '')), 'family'],
  ])('with %s are refused', async (_, csv, column) => {
    await imported(seller, file(...throws))
    const { errors, badLines } = await dryRun(seller, csv)
    expect([badLines, errors[0]?.column]).toEqual([1, column])
  })
})
