import { withTax } from '#features/prices/prices.tax.ts'
import { writeRupees } from '#shared/money.ts'
import { productUrl } from '../../catalog.categories.ts'
import type { Product } from '../../catalog.contract.ts'
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
            offers: {
              '@type': 'Offer',
              url: urlOf(sibling._id),
              priceCurrency: 'INR',
              price: writeRupees(withTax(sibling.offerPrice)),
              availability: sibling.inStock ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
            },
          },
    ),
  }
}
