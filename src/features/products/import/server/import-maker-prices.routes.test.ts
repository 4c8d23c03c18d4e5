import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approvedProducer } from '#features/producers/testing/approved-producer.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { listSellerProducts } from '../../seller-products.contract.ts'
import { dryRun, imported, undo } from '../../testing/imports.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
let producer: string
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
  producer = await approvedProducer(shop, seller)
})
afterAll(() => shop.close())

const read = async (sku: string) => {
  const { products } = await seller.api(listSellerProducts, { query: { q: sku } })
  return products.find((product) => product.sku === sku) ?? expect.fail(sku)
}
const add = (sku: string) =>
  imported(
    seller,
    `sku,name,category,price,offerPrice,producer,maker_price,costs\n${sku},Vase,Pottery-Ceramics,1890,1590,${producer},"₹ 820.50",240`,
  )

describe('makers’ prices and costs in a file', () => {
  it('are read under either name, emptied by an empty cell, left alone where the column is not there', async () => {
    await add('V-1')
    expect(await read('V-1')).toMatchObject({ makerPrice: 820_50, costs: 240_00 })
    await imported(seller, 'sku,makerPrice\nV-1,900')
    expect(await read('V-1')).toMatchObject({ makerPrice: 900_00, costs: 240_00 })
    expect(await dryRun(seller, 'sku,makerPrice\nV-1,900')).toMatchObject({ preview: { change: 0, same: 1 } })
    await imported(seller, 'sku,maker_price,costs\nV-1,,')
    expect(await read('V-1')).toMatchObject({ makerPrice: null, costs: null, producer })
  })

  it('are refused row by row, and the rest is told', async () => {
    await add('V-2')
    const csv = ['sku,producer,makerPrice,costs', `V-2,${producer},-1,2`, 'V-3,,820,x'].join('\n')
    const { errors } = await dryRun(seller, csv)
    expect(errors).toMatchObject([
      { row: 2, column: 'makerPrice', value: '-1', message: "The maker's price cannot be less than ₹0" },
      { row: 3, column: 'sku' },
    ])
    expect((await dryRun(seller, 'sku,producer,makerPrice\nV-2,,820')).errors).toMatchObject([
      {
        column: 'makerPrice',
        message: "A maker's price needs a producer. Choose one, or leave the maker's price empty",
      },
    ])
  })

  it('go with the producer, and both come back with an undo', async () => {
    await add('V-4')
    const { _id } = await imported(seller, 'sku,producer\nV-4,')
    expect(await read('V-4')).toMatchObject({ makerPrice: null, costs: 240_00 })
    await undo(seller, _id)
    expect(await read('V-4')).toMatchObject({ makerPrice: 820_50, producer })
  })

  it('are what they were after an undo', async () => {
    await add('V-5')
    const { _id } = await imported(seller, 'sku,maker_price,costs\nV-5,100,5')
    await undo(seller, _id)
    expect(await read('V-5')).toMatchObject({ makerPrice: 820_50, costs: 240_00 })
  })
})
