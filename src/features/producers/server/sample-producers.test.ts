import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import pictures from '#features/pictures/server/pictures.json' with { type: 'json' }
import { sampleProducers } from '../sample-producers.ts'

it('sample producers show pictures that are there', () => {
  const links = sampleProducers.flatMap(({ profileImageUrl, coverImageUrl }) => [profileImageUrl, coverImageUrl])
  const unknown = links.filter((link) => {
    const [, key = '', width] = /^\/media\/([\w-]+)\/(\d+)\.webp$/.exec(link) ?? []
    const widths = Object.values(pictures).find((picture) => picture.key === key)?.widths ?? []
    return key === '' ? !existsSync(`public${link}`) : !widths.includes(Number(width))
  })
  expect(unknown).toEqual([])
})
