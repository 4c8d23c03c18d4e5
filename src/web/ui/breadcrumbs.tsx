import { Link } from 'react-router'
import { useSettings } from '#web/hooks/use-root.ts'
import { JsonLd } from './json-ld.tsx'

interface BreadcrumbsProps {
  items: { text: string; to?: string }[]
  /** Under 768px only the page above this one is shown. */
  short?: boolean
}

/** The last item is this page and no link; under 768px the fourth and later ones are left out. */
export function Breadcrumbs({ items, short = false }: BreadcrumbsProps) {
  const { publicUrl } = useSettings()
  return (
    <nav aria-label="Breadcrumb" className="text-ink-mute text-sm md:py-4">
      <ol className="flex flex-wrap items-center gap-x-2 max-md:min-h-11 md:gap-y-1">
        {items.map(({ text, to }, at) => (
          <li
            key={text}
            className={`wrap-anywhere not-first:before:mr-2 not-first:before:text-line-strong not-first:before:content-['/'] max-md:nth-[n+4]:hidden ${short ? 'max-md:not-nth-last-2:hidden max-md:before:hidden' : ''}`}
            aria-current={at === items.length - 1 ? 'page' : undefined}
          >
            {to === undefined || at === items.length - 1 ? (
              text
            ) : (
              <Link
                prefetch="intent"
                to={to}
                className="underline underline-offset-link hover:text-ink max-md:-mx-1 max-md:inline-flex max-md:min-h-11 max-md:items-center max-md:px-1"
              >
                {text}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <JsonLd
        data={{
          '@type': 'BreadcrumbList',
          itemListElement: items.map(({ text, to }, at) => ({
            '@type': 'ListItem',
            position: at + 1,
            name: text,
            ...(to === undefined ? {} : { item: publicUrl + to }),
          })),
        }}
      />
    </nav>
  )
}
