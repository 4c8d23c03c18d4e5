import { findCategory, productUrl } from '#features/catalog/catalog.categories.ts'
import type { Product } from '#features/catalog/catalog.contract.ts'
import { writeRupees } from '#shared/money.ts'

type Listed = Pick<Product, '_id' | 'name' | 'category' | 'offerPrice' | 'image' | 'description' | 'inStock'>

/** A product for search engines; `brand` is its maker's name, or the shop's. No rating: the one that is shown is a sample, not data. */
export function productJsonLd(product: Listed, publicUrl: string, brand: string) {
  const url = publicUrl + productUrl(product)
  return {
    '@type': 'Product',
    name: product.name,
    url,
    sku: product._id,
    brand: { '@type': 'Brand', name: brand },
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
