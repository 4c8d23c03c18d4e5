import type { MetaDescriptor } from 'react-router'
import type { RootData } from './hooks/use-root.ts'

interface PageMeta {
  /** "X" becomes "X | Haat"; a title that starts with the shop's name stays as it is. */
  title: string
  description?: string
  /** Path of the page, with the query parameters that make it another page. */
  path: string
  /** Path of the picture that link previews show. */
  image?: string | undefined
  /** Personal and accidental pages are not for search engines. */
  noindex?: boolean
  type?: 'website' | 'product' | 'article'
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

const isRootData = (data: unknown): data is RootData => typeof data === 'object' && data !== null && 'settings' in data

/** Title, description, canonical link and Open Graph of a page: what its `meta` returns. */
export function pageMeta(matches: Matches, page: PageMeta): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData
  const { storeName, publicUrl } = isRootData(root) ? root.settings : { storeName: 'Haat', publicUrl: '' }
  const title = page.title.startsWith(storeName) ? page.title : `${page.title} | ${storeName}`
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
      { name: 'description', content: page.description },
      { property: 'og:description', content: page.description },
    )
  }
  if (page.image) {
    meta.push(
      { property: 'og:image', content: page.image.startsWith('/') ? publicUrl + page.image : page.image },
      { name: 'twitter:card', content: 'summary_large_image' },
    )
  }
  return meta
}
