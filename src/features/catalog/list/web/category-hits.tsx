import { Link } from 'react-router'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { categoryUrl } from '../../catalog.categories.ts'
import { listUrl, type ProductFilters } from './product-filters.ts'
import type { ProductListData } from './product-list.loader.ts'

/** Categories that the search names, under the current filters. */
export function CategoryHits({ hits, filters }: { hits: ProductListData['hits']; filters: ProductFilters }) {
  return (
    <nav
      aria-label={`Categories called ‘${filters.q}’`}
      className="on-dark -mx-gutter mb-7 grid gap-px bg-kajal-joint text-white md:mx-0 md:grid-cols-2"
    >
      {hits.map(({ path, text, subtitle, picture }) => (
        <Link
          key={path}
          to={listUrl(categoryUrl(path), { ...filters, q: '' })}
          prefetch="intent"
          className="group flex items-center gap-4 bg-kajal pr-4 focus-visible:-outline-offset-2 md:last:odd:col-span-2"
        >
          <Picture picture={picture} alt="" sizes="88px" maxWidth={320} className="size-22 flex-none bg-kajal" />
          <span className="flex-1 text-ash text-sm leading-snug">
            <b className="block font-display font-medium text-white text-xl leading-tight underline-offset-4 group-hover:underline">
              {text}
            </b>
            {subtitle}
          </span>
          <Icon name="chevron-right" />
        </Link>
      ))}
    </nav>
  )
}
