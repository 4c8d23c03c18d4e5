import { writeRupees } from '#shared/money.ts'
import { findCategory, productUrl } from '../../catalog.categories.ts'
import type { Product } from '../../catalog.contract.ts'

type Listed = Pick<Product, '_id' | 'name' | 'category' | 'offerPrice' | 'image' | 'description' | 'inStock'>

/** A product for search engines. `brand` is the maker's name or the shop's, if known. No rating: the one on the page is a sample. */
export function productJsonLd(product: Listed, publicUrl: string, brand: string | undefined) {
  const url = publicUrl + productUrl(product)
  return {
    '@type': 'Product',
    name: product.name,
    url,
    sku: product._id,
    ...(brand === undefined ? {} : { brand: { '@type': 'Brand', name: brand } }),
    category: findCategory(product.category)?.text,
    image: product.image.map((path) => (path.startsWith('/') ? publicUrl + path : path)),
    ...(product.description.length > 0 ? { description: product.description.join('. ') } : {}),
    offers: {
      '@type': 'Offer',
      url,
      priceCurrency: 'INR',
      price: writeRupees(product.offerPrice),
      availability: product.inStock ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
    },
  }
}
