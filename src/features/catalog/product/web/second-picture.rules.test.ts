import { expect, test } from 'vitest'
import { secondPictureFile } from './second-picture.rules.ts'

const first = { key: 'one', widths: [320] }

test.each([
  [[320, 480, 640, 800, 2000], '/media/two/480.webp'],
  [[100], '/media/two/100.webp'],
  [[700], '/media/two/700.webp'],
])('the second picture in the widths %j is shown as %s', (widths, file) => {
  expect(secondPictureFile([first, { key: 'two', widths }])).toBe(file)
})

test.each([[[]], [[first]]])('of %j there is no second', (pictures) => {
  expect(secondPictureFile(pictures)).toBeUndefined()
})
