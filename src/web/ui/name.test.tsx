import { globSync, readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Name } from './name.tsx'

it.each([
  ['नीला कटोरा', '<bdi lang="hi">नीला कटोरा</bdi>'],
  ['Blue Bowl', '<bdi>Blue Bowl</bdi>'],
  ['Blue कटोरा', '<bdi>Blue कटोरा</bdi>'],
])('%s says its language', (name, html) => {
  expect(renderToStaticMarkup(<Name>{name}</Name>)).toBe(html)
})

/** A name of a product, a maker or an applicant, where it is shown. */
const shown = /\{(?:\w+\??\.)*(?:product|producer|application|maker)\??\.name\}/g
/** Just before it, or on the element around it. */
const saysLanguage = /<Name>$|lang=\{nameLang\([\w.]+\)\}[^{}]*>\s*$/
const isAttribute = /=$/

it('names of products and makers say their language wherever they are shown', () => {
  const files = globSync('src/features/**/web/*.tsx').filter((file) => !file.includes('.test.'))
  let count = 0
  const silent = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return [...text.matchAll(shown)].flatMap(({ index, 0: found }) => {
      const before = text.slice(Math.max(0, index - 200), index)
      if (isAttribute.test(before) || before.endsWith('$')) return []
      count += 1
      return saysLanguage.test(before) ? [] : [`${file}: ${found}`]
    })
  })
  expect(silent).toEqual([])
  expect(count).toBeGreaterThan(15)
})
