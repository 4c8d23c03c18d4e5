import { expect, test } from 'vitest'
import { flattenLayers } from './flatten-layers.ts'

const flat = (css: string) => flattenLayers(css).replace(/\s+/g, ' ').trim()

test('rules come in the order of their layers, whatever order they are written in', () => {
  const css = `
    @layer theme, base, utilities;
    @layer utilities { .red { color: red } @media print { .red { color: black } } }
    @font-face { font-family: Mukta }
    @layer base { p { color: blue } }
    @layer theme { :root { --red: red } }
    @layer base { h1 { color: green } }`
  expect(flat(css)).toBe(
    ':root { --red: red } p { color: blue } h1 { color: green } .red { color: red } @media print { .red { color: black } } @font-face { font-family: Mukta }',
  )
})

test('braces in comments, strings and escapes end nothing', () => {
  const css = String.raw`/* { */ @layer base { a::after { content: "}\"}" } .b\{c { color: red } } p { color: blue }`
  expect(flat(css)).toBe(String.raw`a::after { content: "}\"}" } .b\{c { color: red } /* { */ p { color: blue }`)
})
