import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { readLines } from './cart.lines.ts'
import { appError, finding } from './cart.messages.ts'
import { MAX_LINES, MAX_QUANTITY } from './cart.rules.ts'

export const unknownProduct = appError('UNKNOWN_PRODUCT', 400)

const Quantity = z
  .int(finding('CART_QUANTITY_NOT_WHOLE'))
  .min(0, finding('CART_QUANTITY_NEGATIVE'))
  .max(MAX_QUANTITY, finding('CART_QUANTITY_TOO_LARGE', { most: MAX_QUANTITY }))

/** Product id -> quantity; 0 removes the product. */
export const CartItems = z
  .record(Id, Quantity)
  .refine((items) => Object.keys(items).length <= MAX_LINES, finding('CART_TOO_LONG', { most: MAX_LINES }))
export type CartItems = z.output<typeof CartItems>

const Lines = z
  .string()
  .max(MAX_LINES * 80)
  .transform((text, ctx) => {
    const lines = readLines(text)
    if (lines) return lines
    ctx.issues.push({ code: 'custom', input: text, message: finding('CART_LINES_FORM', { most: MAX_LINES }) })
    return z.NEVER
  })

/** Lines that want more than there is, with the stock; products out of stock are left out. */
export const findShortLines = endpoint('GET', '/api/cart/short', {
  access: 'public',
  summary: 'Lines that want more than there is',
  query: z.object({ lines: Lines }),
  response: z.object({ short: z.array(z.object({ product: z.string(), available: z.int() })) }),
})

/** Keeps a visitor's cart in cookies, and nothing in the shop. An empty cart drops them. */
export const keepVisitorCart = endpoint('POST', '/api/cart/visitor', {
  access: 'public',
  summary: "Keep a visitor's cart in the browser's cookies",
  body: z.object({ cartItems: CartItems }),
  response: z.object({ message: z.string() }),
})

export const findVisitorCart = endpoint('GET', '/api/cart/visitor', {
  access: 'public',
  summary: "A visitor's cart, as the browser's cookies have it",
  response: z.object({ cartItems: CartItems }),
})

export const updateCart = endpoint('POST', '/api/cart/update', {
  access: 'user',
  summary: "Replace the shopper's cart",
  body: z.object({ cartItems: CartItems }),
  response: z.object({ message: z.string() }),
  errors: [unknownProduct],
})
