import { nameLang } from '#shared/name-lang.ts'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { findCategory } from '../../catalog.categories.ts'
import { MOVING_PICTURE } from '../../list/web/carried-card.ts'
import { CARD_PX, type CardProduct, sizesOf } from '../../list/web/product-card.tsx'

export const columnsClasses = 'grid gap-4 md:grid-cols-2 md:gap-10 lg:flex lg:items-start lg:gap-columns'

/** While the page loads, with what its card knew. */
export function ProductSkeleton({ product }: { product?: CardProduct | undefined }) {
  return (
    <div className="wrap pb-section">
      <div className="py-2.5 md:py-4">
        <Skeleton className="h-5 w-56" />
      </div>
      <div className={columnsClasses}>
        <div className="-mx-gutter md:mx-0 lg:grow-7 lg:basis-0 lg:pl-25">
          {product?.image ? (
            <div
              className="h-picture overflow-hidden md:aspect-(--aspect-product) md:h-auto"
              style={{ viewTransitionName: MOVING_PICTURE }}
            >
              {/* In the card's size: that file is here already. */}
              <Picture
                picture={{ ...product.image, width: CARD_PX, height: CARD_PX, alt: product.name }}
                sizes={sizesOf.four}
                className="size-full"
              />
            </div>
          ) : (
            <Skeleton className="h-picture rounded-none md:aspect-(--aspect-product) md:h-auto" />
          )}
        </div>
        <div className="grid content-start gap-4 lg:grow-5 lg:basis-0">
          {product ? <KnownWords product={product} /> : <UnknownWords />}
          <div className="grid gap-2.5 lg:grid-cols-2">
            <Skeleton className="h-12 max-md:hidden" />
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
    <div className="grid gap-1">
      <p className="text-sm max-md:hidden">{findCategory(product.category)?.text}</p>
      <h1 lang={nameLang(product.name)} className="wrap-anywhere text-name md:text-3xl">
        {product.name}
      </h1>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5">
        <Price pricePaise={product.price} offerPricePaise={product.offerPrice} size="page" />
        <Rating size="page" />
      </div>
    </div>
  )
}

function UnknownWords() {
  return (
    <>
      <Skeleton className="h-5 w-40 max-md:hidden" />
      <Skeleton className="h-8 w-4/5 md:h-10" />
      <Skeleton className="h-9 w-52" />
    </>
  )
}
