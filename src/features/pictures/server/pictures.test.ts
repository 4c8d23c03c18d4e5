import { describe, expect, test } from 'vitest'
import { categories } from '#features/catalog/catalog.categories.ts'
import site from '../site-pictures.json' with { type: 'json' }
import { sitePicture } from '../site-pictures.ts'
import { describePictures, sitePictures } from './describe-pictures.ts'
import pictures from './pictures.json' with { type: 'json' }

describe('the demo pictures', () => {
  test('the committed lists fit the files in catalogue/ (npm run build renews them)', async () => {
    const described = await describePictures()
    expect(pictures).toEqual(described)
    expect(site).toEqual(sitePictures(described))
  })

  test('every picture has an alt text and is never enlarged', () => {
    for (const [name, picture] of Object.entries(pictures)) {
      expect(picture.alt, name).not.toBe('')
      expect(Math.max(...picture.widths), name).toBeLessThanOrEqual(picture.width)
    }
  })

  test('every category has a cover', () => {
    for (const category of categories) expect(sitePicture(category.picture).widths).toContain(800)
  })
})
