import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { expect, it } from 'vitest'
import { priceOrder } from '#features/orders/orders.pricing.ts'
import { newId } from '#shared/ids.ts'
import { type Paise, paise } from '#shared/money.ts'
import type { PaperOrder } from '../invoices.contract.ts'
import type { Paper } from '../invoices.words.ts'
import { paperPdf } from './paper.pdf.ts'

const address = {
  firstName: 'Ananya',
  lastName: 'Rao',
  street: 'Flat 4B, Kaveri Residency',
  city: 'Bengaluru',
  state: 'Karnataka',
  zipcode: '560038',
  country: 'India',
}

interface Line {
  name: string
  offerPrice: Paise
  quantity: number
  weight?: string
}

function invoice(lines: Line[], order: Partial<PaperOrder> = {}, seller = ['Haat', 'support@haat.example']): Paper {
  const totals = priceOrder(lines.map(({ offerPrice, quantity }) => ({ offerPricePaise: offerPrice, quantity })))
  return {
    number: 123,
    issuedAt: new Date('2026-11-21T10:00:00Z'),
    seller,
    storeName: 'Haat',
    order: {
      _id: newId(),
      number: 1001,
      items: lines.map(({ quantity, ...product }) => ({ product: { _id: newId(), ...product }, quantity })),
      subtotal: totals.subtotalPaise,
      tax: totals.taxPaise,
      amount: totals.totalPaise,
      address,
      paymentType: 'COD',
      isPaid: false,
      createdAt: new Date('2026-11-20T10:00:00Z'),
      ...order,
    },
  }
}

async function read(paper: Paper) {
  const document = await getDocumentProxy(new Uint8Array(Buffer.concat(await paperPdf(paper))))
  return { info: (await getMeta(document)).info, pages: (await extractText(document)).text }
}

const jar: Line = { name: 'Jaipur Blue Lidded Jar', offerPrice: paise(245000), quantity: 2, weight: '250 g' }

it('says who sells, who buys, what was bought, what it costs and how it is paid', async () => {
  const seller = [
    'Haat Artisan Collective Pvt. Ltd.',
    'Haat',
    '12 Church Street, Bengaluru 560001',
    'support@haat.example',
  ]
  const bought = [jar, { name: 'Kantha Throw', offerPrice: paise(12499900), quantity: 1 }]
  const { info, pages } = await read(invoice(bought, {}, seller))
  expect(info).toMatchObject({ Title: 'Invoice 000123', Author: seller[0], Language: 'en-IN' })
  expect(pages).toEqual([
    [
      ...seller,
      ...['Invoice', 'Number 000123', 'Date 21 November 2026', 'Order #1001'],
      ...['Bill to', 'Ananya Rao', 'Flat 4B, Kaveri Residency', 'Bengaluru, Karnataka 560038', 'India'],
      ...['Payment', 'Cash on delivery: ₹1,32,496.98 to pay when it', 'arrives.'],
      ...['Item Quantity Unit price Amount'],
      ...['Jaipur Blue Lidded Jar', '250 g', '2 ₹2,450.00 ₹4,900.00'],
      ...['Kantha Throw 1 ₹1,24,999.00 ₹1,24,999.00'],
      ...['Subtotal ₹1,29,899.00', 'Shipping Free', 'Tax (2%) ₹2,597.98', 'Total ₹1,32,496.98'],
      ...['Invoice 000123, Haat Page 1 of 1'],
    ].join('\n'),
  ])
})

it('of a credit note says which invoice it is for, why, which pieces went back, and what they come to', async () => {
  const note: Paper = { ...invoice([{ ...jar, quantity: 1 }]), number: 7, invoice: 123, reason: 'Returned' }
  const { info, pages } = await read(note)
  expect(info).toMatchObject({ Title: 'Credit note 000007' })
  const [page] = pages
  expect(page).toContain('Credit note\nNumber 000007\nDate 21 November 2026\nFor invoice 000123\nOrder #1001')
  expect(page).toContain('Reason\nThe goods came back. ₹2,499.00 is not owed any\nmore.')
  expect(page).toContain('1 ₹2,450.00 ₹2,450.00')
  expect(page).toContain('Subtotal ₹2,450.00\nTax (2%) ₹49.00\nCredited ₹2,499.00')
})

it('of 100 lines has several pages, each with the head of the table and its number; every line once, in order', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `Product ${index + 1}, of sheesham wood`)
  const { pages } = await read(invoice(names.map((name) => ({ ...jar, name }))))
  expect(pages.length).toBeGreaterThan(2)
  pages.forEach((page, index) => {
    expect(page.match(/Item Quantity Unit price Amount/g)).toHaveLength(1)
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
  })
  expect(pages.join('\n').match(/Product \d+, of sheesham wood/g)).toEqual(names)
  expect(pages.at(-1)).toContain('Total ₹4,99,800.00')
})

it('keeps the sums together, below the lines or on a page of their own', async () => {
  const parts: number[] = []
  for (const count of [11, 12, 13, 14]) {
    const { pages } = await read(invoice(Array.from({ length: count }, () => jar)))
    const withSums = pages.filter((page) => /Subtotal|Shipping|Tax \(2%\)|Total/.test(page))
    expect(withSums).toHaveLength(1)
    expect(withSums[0]).toMatch(/Subtotal.*\nShipping.*\nTax \(2%\).*\nTotal/)
    parts.push(pages.length)
  }
  expect(new Set(parts)).toEqual(new Set([1, 2]))
})

it('is made for names, products and sellers in any script', async () => {
  const names = { firstName: 'अनन्या', lastName: 'राव', street: '漢字 😀', city: 'ಬೆಂಗಳೂರು' }
  const made = invoice([{ ...jar, name: 'മൺപാത്രം' }], { address: { ...address, ...names } }, ['हाट'])
  const { info, pages } = await read(made)
  expect(info).toMatchObject({ Author: 'हाट' })
  expect(pages[0]).toContain('अनन्या राव')
})
