import { expect, it } from 'vitest'
import { pictureAlt } from './picture-alt.ts'
import { largestZoom } from './use-picture-zoom.ts'

const of = (...alts: string[]) => alts.map((alt) => ({ alt }))

it.each([
  [of('A vase on a table', 'Its foot'), 1, 'Its foot'],
  [of('Vase', 'Vase'), 1, 'Vase, view 2'],
  [of('Vase'), 0, 'Vase'],
  [of(' '), 0, 'Vase'],
  [of('', 'Its foot'), 0, 'Vase, view 1'],
  [of(), 0, 'Vase'],
])('reads out what was written for a picture, else the name: %j, %i', (pictures, at, words) => {
  expect(pictureAlt(pictures, at, 'Vase')).toBe(words)
})

it.each([
  [{ width: 390, height: 700 }, { width: 1600, height: 1600 }, 1600 / 390],
  [{ width: 1440, height: 800 }, { width: 1600, height: 1600 }, 2],
  [{ width: 1440, height: 800 }, { width: 640, height: 640 }, 1],
  [{ width: 0, height: 0 }, { width: 640, height: 640 }, 1],
])('enlarges up to the stored pixels: %j of %j', (stage, stored, most) => {
  expect(largestZoom(stage, stored)).toBeCloseTo(most)
})
