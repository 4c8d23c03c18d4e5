import { describe, expect, it } from 'vitest'
import { orderSearchText, phoneDigits, readOrderSearch } from './order-search.ts'

describe('a search for orders', () => {
  it.each([
    ['', undefined],
    [' # ', undefined],
    ['#1024', { words: [], numbers: [1024] }],
    ['H1024-1', { words: [], numbers: [1024] }],
    ['h1024-12', { words: [], numbers: [1024] }],
    ['1024', { words: [['1024']], numbers: [1024] }],
    ['560038', { words: [['560038']], numbers: [560038] }],
    ['Zoë  Rao', { words: [['zoe', 'rao']], numbers: [] }],
    ['+91 98450-12345', { words: [['9845012345']], numbers: [] }],
    ['098450 12345', { words: [['9845012345']], numbers: [] }],
    ['(98450) 12345', { words: [['9845012345']], numbers: [] }],
    ['0091 98450 12345 rao', { words: [['9845012345', 'rao']], numbers: [] }],
    ['9845012345', { words: [['9845012345']], numbers: [] }],
    ['98450 12', { words: [['98450', '12'], ['9845012']], numbers: [] }],
    ['+977 1 4200000', { words: [['+977', '1', '4200000'], ['97714200000']], numbers: [] }],
    ['12 Kaveri', { words: [['12', 'kaveri']], numbers: [] }],
    ['#blue', { words: [['blue']], numbers: [] }],
  ])('%j is %j', (q, search) => {
    expect(readOrderSearch(q)).toEqual(search)
  })

  it.each(['98450 12345', '+91 98450-12345', '098450 12345', '00919845012345', '(98450) 12345'])(
    'a phone number is the same as %s',
    (typed) => {
      expect(phoneDigits(typed)).toBe('9845012345')
    },
  )

  it('looks in each word of address, goods and producers, once', () => {
    const address = {
      ...{ firstName: 'Zoë', lastName: 'Rao', email: 'Zoe.Rao@example.com', street: 'Kaveri Road', city: 'Road Town' },
      ...{ zipcode: '560038', phone: '+91 98450 12345' },
    }
    const lines = [
      { name: 'Blue Bowl', producer_name: 'Blue Hills' },
      { name: 'Blue Vase', producer_name: null },
    ]
    expect(orderSearchText(address, lines)).toBe(
      'zoe rao 560038 9845012345 zoe.rao@example.com kaveri road town blue bowl hills vase',
    )
  })
})
