import type { MetaDescriptor } from 'react-router'
import { fallbackSettings, isRootData } from './hooks/use-root.ts'

type Words = string | ((storeName: string) => string)

interface SharedPicture {
  src: string
  width?: number
  height?: number
}

/** Previews show 1200 by 630 pixels whole. */
const SHOP_PICTURE: SharedPicture = { src: '/pictures/share.jpg', width: 1200, height: 630 }
/** Wide enough for every preview, and no heavier. */
const SHARED_PX = 1280

export function sharePicture(picture: {
  key: string
  width: number
  height: number
  widths: readonly number[]
}): SharedPicture {
  const width = picture.widths.findLast((each) => each <= SHARED_PX) ?? picture.widths[0] ?? picture.width
  return {
    src: `/media/${picture.key}/${width}.webp`,
    width,
    height: Math.round((picture.height * width) / picture.width),
  }
}

interface PageMeta {
  /** "X" becomes "X | Haat"; a title that starts with the shop's name stays. */
  title: Words
  description?: Words
  /** With the query parameters that make it another page. */
  path: string
  image?: SharedPicture | undefined
  /** Personal and accidental pages are not for search engines. */
  noindex?: boolean
  type?: 'website' | 'product' | 'article'
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

export function settingsOf(matches: Matches) {
  const root = matches.find((match) => match?.id === 'root')?.loaderData
  return isRootData(root) ? root.settings : fallbackSettings
}

export function pageMeta(matches: Matches, page: PageMeta): MetaDescriptor[] {
  const { storeName, publicUrl } = settingsOf(matches)
  const say = (words: Words) => (typeof words === 'string' ? words : words(storeName))
  const ownTitle = say(page.title)
  const title = ownTitle.startsWith(storeName) ? ownTitle : `${ownTitle} | ${storeName}`
  const url = publicUrl + page.path
  const meta: MetaDescriptor[] = [
    { title },
    { property: 'og:title', content: title },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:site_name', content: storeName },
    { property: 'og:locale', content: 'en_IN' },
    { property: 'og:url', content: url },
  ]
  if (page.noindex) meta.push({ name: 'robots', content: 'noindex' })
  else meta.push({ tagName: 'link', rel: 'canonical', href: url })
  if (page.description) {
    meta.push(
      { name: 'description', content: say(page.description) },
      { property: 'og:description', content: say(page.description) },
    )
  }
  const { src, width, height } = page.image ?? SHOP_PICTURE
  meta.push({ property: 'og:image', content: src.startsWith('/') ? publicUrl + src : src })
  if (width && height) {
    meta.push(
      { property: 'og:image:width', content: String(width) },
      { property: 'og:image:height', content: String(height) },
    )
  }
  if (page.image) meta.push({ name: 'twitter:card', content: 'summary_large_image' })
  return meta
}
