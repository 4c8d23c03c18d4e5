import { expect, test } from 'vitest'
import { productWidths } from './picture-widths.ts'

test.each([
  [100, [100]],
  [320, [320]],
  [800, [320, 480, 640, 800]],
  [1000, [320, 480, 640, 800, 1000]],
  [2000, [320, 480, 640, 800, 2000]],
  [6000, [320, 480, 640, 800, 2000]],
])('a picture %i px wide is kept in the widths %j', (width, widths) => {
  expect(productWidths(width)).toEqual(widths)
})
