import { expect, it } from 'vitest'
import { nameLang } from './name-lang.ts'

it.each([
  ['मिट्टी का दीया', 'hi'],
  ['मिट्टी का दीया 12', 'hi'],
  ['Diya', undefined],
  ['Diya (दीया)', undefined],
  ['দীপ', undefined],
])('%s is read out as %s', (name, lang) => {
  expect(nameLang(name)).toBe(lang)
})
