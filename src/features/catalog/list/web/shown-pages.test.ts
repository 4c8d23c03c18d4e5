import { describe, expect, it } from 'vitest'
import { joinPages } from './shown-pages.ts'

const items = (...ids: string[]) => ids.map((_id) => ({ _id }))
const ids = (shown: { items: { _id: string }[] }) => shown.items.map(({ _id }) => _id).join('')

describe('shown pages', () => {
  it.each([
    ['alone when nothing was seen before', new Map(), 2, 2, 'cd'],
    ['after the pages before it', new Map([[1, items('a', 'b')]]), 2, 1, 'abcd'],
    ['without pages on the other side of a gap', new Map([[1, items('a', 'b')]]), 3, 3, 'cd'],
    ['without later pages', new Map([[3, items('e', 'f')]]), 2, 2, 'cd'],
    ['with a product that moved a page only once', new Map([[1, items('a', 'c')]]), 2, 1, 'acd'],
  ])('shows a page %s', (_, seen, page, first, expected) => {
    const shown = joinPages(seen, page, items('c', 'd'))
    expect([shown.first, ids(shown)]).toEqual([first, expected])
  })
})
