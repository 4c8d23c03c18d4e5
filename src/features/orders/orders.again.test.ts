import { expect, it } from 'vitest'
import { MAX_LINES, MAX_QUANTITY } from '#features/cart/cart.rules.ts'
import { missingIn, putIntoCart } from './orders.again.ts'

const vase = { product: 'vase', name: 'Vase', quantity: 2 }
const scarf = { product: 'scarf', name: 'Scarf', quantity: 3 }
const both = new Set(['vase', 'scarf'])

it('puts what can be bought into the cart, beside what is there', () => {
  expect(putIntoCart({ bowl: 1 }, [vase, scarf], new Set(['scarf']))).toEqual({ bowl: 1, scarf: 3 })
})

it('keeps the larger quantity, so that twice is as once', () => {
  const once = putIntoCart({ vase: 5, scarf: 1 }, [vase, scarf], both)
  expect(once).toEqual({ vase: 5, scarf: 3 })
  expect(putIntoCart(once, [vase, scarf], both)).toEqual(once)
})

it('says what is missing and why', () => {
  expect(missingIn({ scarf: 1 }, [vase, scarf], both)).toEqual([{ name: 'Vase', isAvailable: true }])
  expect(missingIn({}, [vase], new Set())).toEqual([{ name: 'Vase', isAvailable: false }])
})

it('keeps to what a cart can hold', () => {
  const full = Object.fromEntries(Array.from({ length: MAX_LINES }, (_, at) => [`product ${at}`, 1]))
  const after = putIntoCart(full, [vase], both)
  expect(after).toEqual(full)
  expect(missingIn(after, [vase], both)).toEqual([{ name: 'Vase', isAvailable: true }])
  expect(putIntoCart({}, [{ ...vase, quantity: 5000 }], both)).toEqual({ vase: MAX_QUANTITY })
})
