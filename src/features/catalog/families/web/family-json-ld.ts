import { productUrl } from '../../catalog.categories.ts'
import type { Product } from '../../catalog.contract.ts'
import { offerJsonLd } from '../../product/web/offer-json-ld.ts'
import { propertiesOf, propertyOf } from '../families.properties.ts'
import { axesOf, canonicalMember } from '../families.rules.ts'

type Grouped = Pick<Product, '_id' | 'category' | 'family'>

/** A product's own data, or that of its family with all that is on sale of it. */
export function groupJsonLd<Own extends object>(own: Own, { _id, category, family }: Grouped, publicUrl: string) {
  if (!family || family.siblings.length < 2) return own
  const first = canonicalMember(family) ?? _id
  const urlOf = (id: string) => publicUrl + productUrl({ _id: id, category })
  return {
    '@type': 'ProductGroup',
    name: family.name,
    url: urlOf(first),
    productGroupID: first,
    variesBy: axesOf(family).flatMap(({ name }) => {
      const property = propertyOf(name)
      return property ? `https://schema.org/${property}` : []
    }),
    hasVariant: family.siblings.map((sibling) =>
      sibling._id === _id
        ? { ...own, ...propertiesOf(sibling.axes) }
        : {
            '@type': 'Product',
            name: [family.name, ...Object.values(sibling.axes)].join(', '),
            url: urlOf(sibling._id),
            sku: sibling._id,
            ...propertiesOf(sibling.axes),
            offers: offerJsonLd(urlOf(sibling._id), sibling),
          },
    ),
  }
}
