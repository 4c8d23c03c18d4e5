import { expect, it } from 'vitest'
import type { z } from 'zod'
import { AddressInput } from '#features/addresses/addresses.contract.ts'
import { NewPassword, Registration } from '#features/auth/auth.contract.ts'
import { CartItems } from '#features/cart/cart.contract.ts'
import { ProductQuery } from '#features/catalog/catalog.contract.ts'
import { OrderFilters, PlaceOrder } from '#features/orders/orders.contract.ts'
import { Application } from '#features/producers/producers.contract.ts'
import { application } from '#features/producers/testing/application.ts'
import { ProductData } from '#features/products/product-data.contract.ts'
import { Email, text } from '#shared/text.ts'
import { anyAddress } from '#testing/shop.ts'

// How long a text may be and how large a number (docs/promises.md 5), each at its bound and one past it.

const letters = (count: number) => 'x'.repeat(count)
const email = (length: number) => `${letters(length - '@b.co'.length)}@b.co`
const product = { name: 'Bowl', category: 'Pottery-Ceramics', price: 12, offerPrice: 10 }
const person = { name: 'Ananya', email: 'ananya@example.com', password: 'a good password' }
const addressFields = ['firstName', 'lastName', 'street', 'city', 'state', 'country'] as const
const lines = (count: number) => Array.from({ length: count }, () => ({ product: 'a', quantity: 1 }))
const cart = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, 1]))

const bounds: [string, z.ZodType, (size: number) => unknown, number][] = [
  ['letters of a name', Registration, (size) => ({ ...person, name: letters(size) }), 200],
  ['letters of an e-mail address', Email, email, 254],
  ['letters of a password', NewPassword, letters, 1000],
  ['letters of a product’s name', ProductData, (size) => ({ ...product, name: letters(size) }), 200],
  ['lines of a description', ProductData, (size) => ({ ...product, description: Array(size).fill('x') }), 50],
  ['letters of a line', ProductData, (size) => ({ ...product, description: [letters(size)] }), 500],
  ['letters of a story', Application, (size) => ({ ...application, story: letters(size) }), 5000],
  ['letters of an applicant’s name', Application, (size) => ({ ...application, name: letters(size) }), 200],
  ...addressFields.map((field): (typeof bounds)[number] => [
    `letters of ${field}`,
    AddressInput,
    (size) => ({ ...anyAddress, [field]: letters(size) }),
    200,
  ]),
  ['letters of a search', ProductQuery, (size) => ({ q: letters(size) }), 200],
  ['letters of a search for orders', OrderFilters, (size) => ({ q: letters(size) }), 200],
  ['pieces of a product', PlaceOrder, (size) => ({ address: 'a', items: [{ product: 'a', quantity: size }] }), 999],
  ['lines of an order', PlaceOrder, (size) => ({ address: 'a', items: lines(size) }), 100],
  ['lines of a cart', CartItems, cart, 100],
  ['rupees of a price', ProductData, (size) => ({ ...product, price: size }), 1_00_00_000],
]

it.each(bounds)('%s: no more than %3$i', (_, schema, make, most) => {
  expect(schema.safeParse(make(most)).success).toBe(true)
  expect(schema.safeParse(make(most + 1)).success).toBe(false)
})

it('texts are texts, and yes is not "yes"', () => {
  const name = text({ code: 'NAME' }, 200)
  for (const value of [7, null, ['a'], { a: 1 }, true]) expect(name.safeParse(value).success).toBe(false)
  expect(AddressInput.safeParse({ ...anyAddress, isDefault: 'false' }).success).toBe(false)
})
