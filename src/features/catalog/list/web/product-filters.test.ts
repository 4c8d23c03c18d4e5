import { describe, expect, it } from 'vitest'
import { MAX_SEARCH_LENGTH } from '#shared/paging.ts'
import { ProductQuery, sorts } from '../../catalog.contract.ts'
import {
  appliedFilters,
  asTypedUrl,
  clearFilters,
  isAsTyped,
  isNarrowed,
  listUrl,
  MAX_QUERY_LENGTH,
  pricesProblem,
  readFilters,
  readPage,
  sortOptions,
  toQuery,
} from './product-filters.ts'

const read = (search: string) => readFilters(new URLSearchParams(search))

describe('product filters', () => {
  it.each([
    ['', { q: '', onOffer: false }],
    ['q=+blue+bowl+', { q: 'blue bowl', onOffer: false }],
    ['min=500&max=5000', { q: '', onOffer: false, minPaise: 500_00, maxPaise: 5000_00 }],
    ['min=0&max=5%2C000.50', { q: '', onOffer: false, maxPaise: 5000_50 }],
    ['offer=1&sort=price-asc', { q: '', onOffer: true, sort: 'price-asc' }],
    ['q=rug&sort=newest', { q: 'rug', onOffer: false, sort: 'newest' }],
    ['sort=newest', { q: '', onOffer: false }],
    ['min=cheap&max=-1&offer=maybe&sort=random&q=%00', { q: '', onOffer: false }],
  ])('reads %s', (search, expected) => {
    expect(read(search)).toEqual(expected)
  })

  it('reads a page, and page 1 from anything else', () => {
    expect(['2', '0', '-1', 'two', '1e3', '99999999'].map((page) => readPage(new URLSearchParams({ page })))).toEqual([
      2, 1, 1, 1, 1, 1,
    ])
  })

  it('writes the same address that it read', () => {
    for (const search of ['', '?q=blue+bowl', '?min=500&max=5000.50&offer=1&sort=saving', '?q=rug&sort=newest']) {
      expect(listUrl('/products', read(search))).toBe(`/products${search}`)
    }
  })

  it('leaves page 1 out of the address', () => {
    expect(listUrl('/products', read('offer=1'), 1)).toBe('/products?offer=1')
    expect(listUrl('/products', read('offer=1'), 2)).toBe('/products?offer=1&page=2')
  })

  it('asks the API only for what it takes', () => {
    const query = toQuery(read(`q=${'x'.repeat(300)}&min=1&max=99999999&offer=on&sort=name`))
    expect(ProductQuery.safeParse(query).success).toBe(true)
    expect(MAX_QUERY_LENGTH).toBe(MAX_SEARCH_LENGTH)
    expect(sortOptions(false).map(({ value }) => value)).toEqual([...sorts])
  })

  it('names each filter and says what is left without it', () => {
    const filters = read('q=rug&min=500&max=5000&offer=1')
    expect(appliedFilters(filters).map(({ text, without }) => [text, listUrl('', without)])).toEqual([
      ['From ₹500', '?q=rug&max=5000&offer=1'],
      ['Up to ₹5,000', '?q=rug&min=500&offer=1'],
      ['On offer', '?q=rug&min=500&max=5000'],
    ])
  })

  it('says in the address that a search is not to be corrected', () => {
    const url = asTypedUrl('/products', read('q=madhubanni&max=5000'))
    expect(url).toBe('/products?q=madhubanni&max=5000&typed=1')
    expect(isAsTyped(new URL(url, 'https://haat.example').searchParams)).toBe(true)
    expect(isAsTyped(new URLSearchParams('q=madhubanni'))).toBe(false)
  })

  it('knows whether anything narrows the list; an order does not', () => {
    expect(['q=rug', 'min=5', 'max=5', 'offer=1', 'sort=name', ''].map((search) => isNarrowed(read(search)))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ])
  })

  it('says when the prices are the wrong way round', () => {
    expect(pricesProblem(read('min=5000&max=100'))).toBe('The price in From is higher than the one in To.')
    for (const right of ['', 'min=5000', 'max=100', 'min=100&max=100', 'max=0'])
      expect(pricesProblem(read(right))).toBeUndefined()
  })

  it('keeps search and order when everything is cleared', () => {
    expect(listUrl('', clearFilters(read('q=rug&max=5000&offer=1&sort=name')))).toBe('?q=rug&sort=name')
  })
})
