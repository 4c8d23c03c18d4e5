import { findCategory } from '#features/catalog/catalog.categories.ts'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { MOVING_PICTURE } from './carried-card.ts'
import { CARD_PX, type CardProduct, sizesOf } from './product-card.tsx'

/** The two columns of a product page. */
export const columnsClasses = 'grid gap-6 md:grid-cols-2 md:gap-10 lg:flex lg:items-start lg:gap-columns'

/** The product page's boxes, while it loads, with what its card knew. */
export function ProductSkeleton({ product }: { product?: CardProduct | undefined }) {
  return (
    <div className="wrap pb-section">
      <div className="py-2.5 md:py-4">
        <Skeleton className="h-5 w-56" />
      </div>
      <div className={columnsClasses}>
        <div className="-mx-gutter md:mx-0 lg:grow-7 lg:basis-0 lg:pl-25">
          {product?.image ? (
            <div style={{ viewTransitionName: MOVING_PICTURE }}>
              {/* In the card's size: that file is here already. */}
              <Picture
                picture={{ ...product.image, width: CARD_PX, height: CARD_PX, alt: product.name }}
                sizes={sizesOf.four}
                className="aspect-(--aspect-product)"
              />
            </div>
          ) : (
            <Skeleton className="aspect-(--aspect-product) rounded-none" />
          )}
        </div>
        <div className="grid content-start gap-4 lg:grow-5 lg:basis-0">
          {product ? <KnownWords product={product} /> : <UnknownWords />}
          <div className="grid gap-2.5 lg:grid-cols-2">
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
          </div>
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-5 w-1/2" />
        </div>
      </div>
    </div>
  )
}

function KnownWords({ product }: { product: CardProduct }) {
  return (
    <>
      <div>
        <p className="text-sm">{findCategory(product.category)?.text}</p>
        <h1 className="wrap-anywhere mt-1.5 text-3xl">{product.name}</h1>
      </div>
      <Rating />
      <Price pricePaise={product.price} offerPricePaise={product.offerPrice} size="page" />
    </>
  )
}

function UnknownWords() {
  return (
    <>
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-10 w-4/5" />
      <Skeleton className="h-4 w-28" />
      <Skeleton className="h-9 w-52" />
    </>
  )
}
