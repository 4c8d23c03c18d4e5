import { expect, it } from 'vitest'
import { fallbackSettings } from './hooks/use-root.ts'
import { pageMeta, sharePicture } from './seo.ts'

const settings = { ...fallbackSettings, storeName: 'Haat', publicUrl: 'https://haat.example' }
const matches = [{ id: 'root', loaderData: { user: null, settings } }]
const properties = (image?: Parameters<typeof pageMeta>[1]['image']) =>
  Object.fromEntries(
    pageMeta(matches, { title: 'Cart', path: '/cart', ...(image ? { image } : {}) }).flatMap((tag) =>
      'property' in tag ? [[tag.property, tag.content]] : [],
    ),
  )

it("shares the shop's picture where a page has none of its own", () => {
  expect(properties()).toMatchObject({
    'og:image': 'https://haat.example/pictures/share.jpg',
    'og:image:width': '1200',
    'og:image:height': '630',
  })
})

it("shares a page's own picture by its whole address, with the size of that file", () => {
  const picture = { key: 'product-1', width: 2000, height: 1500, widths: [320, 640, 960, 1280, 2000] }
  expect(properties(sharePicture(picture))).toMatchObject({
    'og:image': 'https://haat.example/media/product-1/1280.webp',
    'og:image:width': '1280',
    'og:image:height': '960',
  })
})

it('leaves the picture of another site where it is', () => {
  const shared = properties({ src: 'https://photos.example/loom.jpg' })
  expect(shared['og:image']).toBe('https://photos.example/loom.jpg')
  expect(shared).not.toHaveProperty('og:image:width')
})
