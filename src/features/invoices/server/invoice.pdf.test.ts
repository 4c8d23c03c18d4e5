import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { expect, it } from 'vitest'
import { priceOrder } from '#features/orders/orders.pricing.ts'
import { newId } from '#shared/ids.ts'
import type { Invoice } from '../invoices.contract.ts'
import { invoicePdf } from './invoice.pdf.ts'

const shop = { storeName: 'Haat', supportEmail: 'support@haat.example', legal: {} }
const address = {
  firstName: 'Ananya',
  lastName: 'Rao',
  email: 'ananya.rao@example.com',
  street: 'Flat 4B, Kaveri Residency',
  city: 'Bengaluru',
  state: 'Karnataka',
  zipcode: '560038',
  country: 'India',
  phone: '9845012345',
}

interface Line {
  name: string
  offerPrice: number
  quantity: number
  weight?: string
  refunded?: number
}

function invoice(lines: Line[], order: Partial<Invoice['order']> = {}): Invoice {
  const totals = priceOrder(lines.map(({ offerPrice, quantity }) => ({ offerPricePaise: offerPrice, quantity })))
  return {
    number: 123,
    issuedAt: new Date('2026-11-21T10:00:00Z'),
    order: {
      _id: newId(),
      number: 1001,
      items: lines.map(({ quantity, refunded = 0, ...product }) => ({
        product: {
          _id: newId(),
          category: 'Pottery-Ceramics',
          price: product.offerPrice,
          image: [],
          images: [],
          ...product,
        },
        quantity,
        refunded,
      })),
      subtotal: totals.subtotalPaise,
      tax: totals.taxPaise,
      amount: totals.totalPaise,
      address,
      paymentType: 'COD',
      status: 'Order Placed',
      isPaid: false,
      refunded: 0,
      hasInvoice: true,
      createdAt: new Date('2026-11-20T10:00:00Z'),
      ...order,
    },
  }
}

async function read(made: Invoice, settings: Parameters<typeof invoicePdf>[1] = shop) {
  const document = await getDocumentProxy(new Uint8Array(Buffer.concat(await invoicePdf(made, settings))))
  return { info: (await getMeta(document)).info, pages: (await extractText(document)).text }
}

const jar: Line = { name: 'Jaipur Blue Lidded Jar', offerPrice: 245000, quantity: 2, weight: '250 g' }

it('says who sells, who buys, what was bought, what it costs and how it is paid', async () => {
  const legal = { name: 'Haat Artisan Collective Pvt. Ltd.', address: '12 Church Street, Bengaluru 560001' }
  const { info, pages } = await read(invoice([jar, { name: 'Kantha Throw', offerPrice: 12499900, quantity: 1 }]), {
    ...shop,
    legal,
  })
  expect(info).toMatchObject({ Title: 'Invoice 000123', Author: legal.name, Language: 'en-IN' })
  expect(pages).toEqual([
    [
      ...[legal.name, 'Haat', legal.address, 'support@haat.example'],
      ...['Invoice', 'Number 000123', 'Date 21 November 2026', 'Order #1001'],
      ...[
        'Bill to',
        'Ananya Rao',
        'Flat 4B, Kaveri Residency',
        'Bengaluru, Karnataka 560038',
        'India',
        '+91 98450 12345',
      ],
      ...['Payment', 'Cash on delivery: ₹1,32,496.98 to pay when it', 'arrives.'],
      ...['Item Quantity Unit price Amount'],
      ...['Jaipur Blue Lidded Jar', '250 g', '2 ₹2,450.00 ₹4,900.00'],
      ...['Kantha Throw 1 ₹1,24,999.00 ₹1,24,999.00'],
      ...['Subtotal ₹1,29,899.00', 'Shipping Free', 'Tax (2%) ₹2,597.98', 'Total ₹1,32,496.98'],
      ...['Invoice 000123, Haat Page 1 of 1'],
    ].join('\n'),
  ])
})

it('says that the order was cancelled, which pieces were paid back, and how much', async () => {
  const order = { paymentType: 'Online', isPaid: true, status: 'Cancelled', refunded: 249900 } as const
  const [page] = (await read(invoice([{ ...jar, refunded: 1 }], order))).pages
  expect(page).toContain('Order #1001\nCancelled\n')
  expect(page).toContain('Paid online. ₹2,499.00 of it paid back.')
  expect(page).toContain('1 of 2 paid back')
  expect(page).toContain('Paid back ₹2,499.00')
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
  const made = invoice([{ ...jar, name: 'മൺപാത്രം' }], { address: { ...address, ...names } })
  const { info, pages } = await read(made, { ...shop, legal: { name: 'हाट' } })
  expect(info).toMatchObject({ Author: 'हाट' })
  expect(pages[0]).toContain('अनन्या राव')
})
