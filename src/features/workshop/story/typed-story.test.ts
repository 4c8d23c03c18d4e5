import { describe, expect, it, test } from 'vitest'
import { otherThan, pageOf, typedOf } from './typed-story.ts'

const page = {
  ...{ name: 'Matti Pottery', location: 'Khurja', story: 'Four potters.\nOne kiln.' },
  ...{ specialties: ['Terracotta', 'Wheel'], profileImageUrl: '/media/a', coverImageUrl: '' },
}

it('a page is read as it is typed', () => {
  expect(pageOf(typedOf(page))).toEqual(page)
})

describe('what was typed is another page', () => {
  test.each([
    ['not at all', {}, []],
    [
      'not by line breaks of a form, nor by spaces between commas',
      { story: 'Four potters.\r\nOne kiln.', specialties: 'Terracotta,Wheel' },
      [],
    ],
    ['by a text and a photo', { story: 'Five potters.', coverImageUrl: '/media/b' }, ['story', 'coverImageUrl']],
    ['by one thing less', { specialties: 'Wheel' }, ['specialties']],
  ])('%s', (_, typed, fields) => {
    expect(otherThan(page, { ...typedOf(page), ...typed })).toEqual(fields)
  })
})
