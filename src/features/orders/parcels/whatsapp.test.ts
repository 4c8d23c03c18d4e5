import { expect, it } from 'vitest'
import { whatsappUrl } from './whatsapp.ts'

it.each([
  ['9845054321', '919845054321'],
  ['98450 54321', '919845054321'],
  ['098450 54321', '919845054321'],
  ['+91 98450 54321', '919845054321'],
  ['+977 98-1234-5678', '9779812345678'],
])('opens WhatsApp at %s', (phone, number) => {
  expect(whatsappUrl(phone, 'a & b?')).toBe(`https://wa.me/${number}?text=a+%26+b%3F`)
})

it.each(['', 'none', '12345'])('has no link to “%s”', (phone) => {
  expect(whatsappUrl(phone, 'a')).toBeUndefined()
})
