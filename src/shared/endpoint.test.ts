import { expect, test } from 'vitest'
import { z } from 'zod'
import { CSV_TYPE, endpoint, endpointUrl } from './endpoint.ts'

const path = '/api/things/:id'
const basic = { access: 'public', summary: 'Things' } as const
const response = z.object({})
const form = { file: 'picture', most: 1, maxBytes: 1000 } as const

test('a declaration whose parts do not fit together does not compile', () => {
  endpoint('GET', path, { ...basic, response })
  endpoint('GET', path, { ...basic, file: CSV_TYPE })
  endpoint('POST', path, { ...basic, input: 'multipart', form, response })
  // @ts-expect-error no answer
  endpoint('GET', path, basic)
  // @ts-expect-error a file and a shape
  endpoint('GET', path, { ...basic, file: CSV_TYPE, response })
  // @ts-expect-error a word that says nothing
  endpoint('GET', path, { ...basic, response, isHevy: true })
  // @ts-expect-error kept, and only for shoppers
  endpoint('GET', path, { ...basic, response, cache: 'catalogue', access: 'user' })
  // @ts-expect-error a form, and not told what it is made of
  endpoint('POST', path, { ...basic, input: 'multipart', response })
  // @ts-expect-error bytes have no shape
  endpoint('POST', path, { ...basic, input: 'raw', body: response, response })
})

test('an address has its parameters and its query, without what is empty', () => {
  const input = { params: { id: 'a/b' }, query: { q: 'blue bowl', page: undefined, category: '', limit: 5 } }
  expect(endpointUrl(path, input)).toBe('/api/things/a%2Fb?q=blue+bowl&limit=5')
  expect(endpointUrl(path, { params: { id: '1' } })).toBe('/api/things/1')
})
