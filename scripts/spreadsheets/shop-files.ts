import { setTimeout } from 'node:timers/promises'
import { order } from '#features/orders/testing/order.ts'
import { addMaker, bankAccount, giveAccount, owe, prove, run } from '#features/payouts/testing/payouts.ts'
import { getImport, type ProductImport, writeImport } from '#features/products/product-imports.contract.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'

// A shop whose files hold all that a spreadsheet likes to rewrite.

type Seller = Awaited<ReturnType<TestShop['seller']>>

const skus = ['0042', '12e45', '1E5', '8901234567890123', '1.10', '"1,250"', '10:30', '5%', 'A-1', '003412345678']
const names = [
  '00123',
  '10-12',
  'मिट्टी का कटोरा',
  'மண் கிண்ணம்',
  '“Bowl” – ₹ é',
  '=1+1',
  'Tray; wide',
  '1/2',
  'Plain',
  "'Quoted",
]
const weights = ['1/2', '0.50', '800 g', '1.2 kg', '', '1E3', '5-6', '03', '12:30', '-']
const heading = 'sku,name,category,price,offerPrice,description,weight,stock,deliveryDays,costs'
const products = skus.map((sku, at) =>
  [
    ...[sku, `"${names[at]?.replaceAll('"', '""')}"`, 'Pottery-Ceramics', `${1250 + at}.50`, `${1000 + at}`],
    ...[`"Line one\n${at}-12, two"`, weights[at], at === 3 ? '' : at, ['4-8', '5', '10-12', ''][at % 4], `${at}.25`],
  ].join(','),
)

export async function checkFile(seller: Seller, bytes: Buffer | string, name: string) {
  const form = new FormData()
  form.append('files', new File([new Uint8Array(Buffer.from(bytes))], name))
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const answer = await seller.send({
    ...{ method: 'POST', url: '/api/product/import/check' },
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  if (answer.statusCode !== 202) throw new Error(`${name} is refused: ${answer.body}`)
  return whenAtRest(seller, answer.json().import._id)
}

async function whenAtRest(seller: Seller, id: string): Promise<ProductImport> {
  for (;;) {
    const { import: found } = await seller.api(getImport, { params: { id } })
    if (found.state !== 'checking' && found.state !== 'saving') return found
    await setTimeout(20)
  }
}

/** Its tables come as CSV, and as .xlsx where there is one. */
export async function shopWithFiles() {
  const shop = await testShop(sellerSettings)
  const seller = await shop.seller()
  const sent = await checkFile(seller, [heading, ...products].join('\n'), 'products.csv')
  if (sent.badLines > 0) throw new Error(JSON.stringify(sent.errors))
  await seller.api(writeImport, { params: { id: sent._id } })
  await whenAtRest(seller, sent._id)
  const placed = await order(await shop.shopper(), [{ product: await shop.product(), quantity: 1 }])
  await seller.send({
    method: 'POST',
    url: '/api/parcel/move',
    payload: { orders: [placed.json().orderId], to: 'Confirmed' },
  })
  const maker = await addMaker(shop.deps, 'Matti')
  await giveAccount(seller, maker, { ...bankAccount, accountNumber: '00034567894417' })
  await owe(shop.deps, maker, 1000_00)
  const { run: made } = (await run(seller)).json()
  await prove(seller)
  const payout = await shop.db.selectFrom('payouts').select('id').executeTakeFirstOrThrow()
  await shop
    .browser()
    .send({ method: 'POST', url: '/api/newsletter/subscribe', payload: { email: 'asha@example.com' } })
  const addresses = {
    products: '/api/product/export',
    template: '/api/product/import/template',
    orders: '/api/order/export',
    bank: `/api/payout/run/${made.number}/bank`,
    statement: `/api/payout/${payout.id}/statement`,
    newsletter: '/api/newsletter/list',
    ledger: '/api/ledger/entries',
  }
  const read = async (ending: 'csv' | 'xlsx') => {
    const files = new Map<string, Buffer>()
    for (const [name, address] of Object.entries(addresses)) {
      const answer = await seller.send({ method: 'GET', url: `${address}.${ending}` })
      if (answer.statusCode === 200) files.set(`${name}.${ending}`, answer.rawPayload)
      else if (ending === 'csv') throw new Error(`${name}: ${answer.statusCode} ${answer.body}`)
    }
    return files
  }
  return { shop, seller, csv: await read('csv'), xlsx: await read('xlsx') }
}
