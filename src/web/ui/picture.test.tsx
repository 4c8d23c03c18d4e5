import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, test } from 'vitest'
import { Picture } from './picture.tsx'

/** The markup of a picture in a shop whose demo pictures have their AVIF, or not yet. */
function markupOf(key: string, hasDemoAvif: boolean) {
  const image = { key, width: 800, height: 800, widths: [320, 640], avif: true, alt: 'A pot' }
  const Page = createRoutesStub([
    { id: 'root', path: '/', HydrateFallback: () => null, Component: () => <Picture picture={image} sizes="100vw" /> },
  ])
  return renderToStaticMarkup(<Page hydrationData={{ loaderData: { root: { settings: { hasDemoAvif } } } }} />)
}
const avif = '<source type="image/avif" srcSet="/media/KEY/320.avif 320w, /media/KEY/640.avif 640w" sizes="100vw"/>'
const webp = 'srcSet="/media/KEY/320.webp 320w, /media/KEY/640.webp 640w"'

describe('a picture', () => {
  const demo = 'producer-potter-cover-8a8cbd93'
  const uploaded = 'product-0123456789abcdef01234567'

  test.each([
    ['of the demo, once its AVIF are made', demo, true],
    ['that was uploaded, whatever is made of the demo', uploaded, false],
  ])('%s, is named as AVIF, with one WebP for other browsers', (_, key, hasDemoAvif) => {
    const markup = markupOf(key, hasDemoAvif)
    expect(markup).toContain(avif.replaceAll('KEY', key))
    expect(markup).toContain(`src="/media/${key}/640.webp"`)
    expect(markup).not.toContain(webp.replaceAll('KEY', key))
  })

  test('of the demo, until then, is named as WebP in all widths', () => {
    const markup = markupOf(demo, false)
    expect(markup).toContain(webp.replaceAll('KEY', demo))
    expect(markup).not.toContain('avif')
  })
})
