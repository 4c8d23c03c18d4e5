import { describe, expect, it } from 'vitest'
import { categoryRows, type ListCounts } from './category-rows.ts'
import { readFilters } from './product-filters.ts'

const filters = (search: string) => readFilters(new URLSearchParams(search))
const counts: ListCounts = {
  all: 10,
  onOffer: 5,
  inAll: 5,
  inCategory: [0, 0, 0, 3, 0, 0, 0, 2],
}

describe('the categories beside a list', () => {
  it('keep the search and the filters, not the page', () => {
    const [all, first] = categoryRows(filters('q=paintings&max=6000&sort=name&page=3'), counts)
    expect(all).toEqual({
      url: '/products?q=paintings&max=6000&sort=name',
      text: 'All Products',
      count: 5,
      isHere: true,
    })
    expect(first).toMatchObject({ url: '/products/traditional-paintings?q=paintings&max=6000&sort=name', count: 3 })
  })

  it('leave out those without a hit, but not the chosen one', () => {
    const texts = (search: string, current?: string) =>
      categoryRows(filters(search), counts, current).map(({ text, count, isHere }) => [text, count, isHere])
    expect(texts('q=paintings', 'Food-Spices')).toEqual([
      ['All Products', 5, false],
      ['Traditional Paintings', 3, false],
      ['Food & Spices', 0, true],
      ['Modern Paintings', 2, false],
    ])
    expect(texts('offer=1')).toHaveLength(3)
  })

  it('are all eight where nothing narrows the list, or where nothing is counted', () => {
    expect(categoryRows(filters(''), counts)).toHaveLength(9)
    expect(categoryRows(filters('q=rug')).map(({ count }) => count)).toEqual(Array(9).fill(undefined))
  })
})
