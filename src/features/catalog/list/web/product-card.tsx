import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { AddToCart } from '#features/cart/web/add-to-cart.tsx'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import type { Paise } from '#shared/money.ts'
import { nameLang } from '#shared/name-lang.ts'
import { Name } from '#web/ui/name.tsx'
import { Thumbnail } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { findCategory, productUrl } from '../../catalog.categories.ts'
import type { Product } from '../../catalog.contract.ts'
import type { CardFamily } from '../../families/family-card.ts'
import { Choose, FamilyKinds, FromPrice } from '../../families/web/family-words.tsx'
import { OnlyLeft } from '../../product/web/only-left.tsx'
import { carryOver } from './carried-card.ts'

export interface CardProduct
  extends Pick<Product, '_id' | 'name' | 'category' | 'price' | 'offerPrice' | 'inStock' | 'left'> {
  /** What the card says in place of "Out of stock". */
  away?: string
  /** How large it is, as it states it. */
  size?: string
  maker?: string
  image?: Pick<ProductPicture, 'key' | 'widths' | 'avif'>
  /** The names of its valid marks. */
  marks?: string
  /** It stands for all of its family, and has the family's name. */
  family?: CardFamily
}

/** Largest useful width and height of a card's picture. */
export const CARD_PX = 640

/** Fetched when a mouse is on a card; without it the first picture stays. */
const SecondPicture = lazy(() =>
  import('../../product/web/second-picture.tsx').then(
    (loaded) => ({ default: loaded.SecondPicture }),
    () => ({ default: () => null }),
  ),
)

export type PackedImage = [key: string, avif: 0 | 1, ...widths: number[]]
export type PackedCard = [
  ...[id: string, name: string, category: string, price: Paise, offerPrice: Paise],
  ...[inStock: 0 | 1 | string, left: number, image: PackedImage | 0],
  ...[more?: string | CardFamily | 0, maker?: string | 0, marks?: string],
]

export function unpackCards(text: string): CardProduct[] {
  const packed: PackedCard[] = JSON.parse(text)
  return packed.map(([_id, name, category, price, offerPrice, inStock, left, picture, said, maker, marks]) => {
    const more = said ? (typeof said === 'string' ? { size: said } : { family: said }) : {}
    const card: CardProduct = {
      ...{ _id, name, category, price, offerPrice, inStock: inStock === 1, ...(left > 0 ? { left } : {}) },
      ...(typeof inStock === 'string' ? { away: inStock } : {}),
      ...{ ...more, ...(maker && { maker }), ...(marks && { marks }) },
    }
    if (picture === 0) return card
    const [key, avif, ...widths] = picture
    return { ...card, image: { key, widths, avif: avif === 1 } }
  })
}

/** `five`: one row from 768 px on, two below; the rest is hidden. */
const columnClasses = {
  four: 'xl:grid-cols-4',
  five: 'xl:grid-cols-5 max-md:*:nth-[n+5]:hidden md:max-xl:*:nth-[n+4]:hidden',
} as const
export const sizesOf = {
  four: '(min-width: 1280px) 20vw, (min-width: 768px) 30vw, calc(50vw - 24px)',
  five: '(min-width: 1280px) 18vw, (min-width: 768px) 30vw, calc(50vw - 24px)',
} as const
type Columns = keyof typeof columnClasses

export function ProductGrid({ columns, children }: { columns: Columns; children: ReactNode }) {
  return (
    <ul className={`-mb-9 grid grid-cols-2 gap-x-3.5 md:-mb-12 md:grid-cols-3 md:gap-x-6 ${columnClasses[columns]}`}>
      {children}
    </ul>
  )
}

interface ProductCardProps {
  product: CardProduct
  heading: 'h2' | 'h3'
  /** The largest picture of a page, fetched first; at most one. */
  priority?: boolean
  lazy?: boolean
  columns?: Columns
  className?: string
}

/** One link over the whole card, with Add to Cart above it. */
export function ProductCard({
  product,
  heading,
  priority = false,
  lazy = !priority,
  columns = 'four',
  className = '',
}: ProductCardProps) {
  const { image, name } = product
  const [wasPointedAt, setPointedAt] = useState(false)
  return (
    <li
      className={`group card ${className}`}
      onPointerEnter={({ pointerType }) => {
        if (image && product.inStock && pointerType === 'mouse') setPointedAt(true)
      }}
    >
      <div className="card-ground">
        <Thumbnail
          picture={image && { ...image, width: CARD_PX, height: CARD_PX, alt: name }}
          category={product.category}
          sizes={sizesOf[columns]}
          priority={priority}
          lazy={lazy}
          className="size-full"
          imgClassName={product.inStock ? 'card-zoom' : 'card-zoom opacity-55'}
        />
        {wasPointedAt ? (
          <Suspense>
            <SecondPicture productId={product._id} />
          </Suspense>
        ) : null}
        {product.inStock ? null : (
          <p className="absolute top-3 left-0 bg-ink px-2 py-0.5 text-xs font-semibold text-white">
            {product.away ?? 'Out of stock'}
          </p>
        )}
      </div>
      <CardWords product={product} heading={heading}>
        <Link
          to={productUrl(product)}
          prefetch="intent"
          discover="none"
          onClick={(event) => carryOver(product, event.currentTarget.closest('li'))}
          className="card-link"
          lang={nameLang(name)}
        >
          {name}
        </Link>
      </CardWords>
      <div className="relative z-1 mt-3">
        {product.family ? (
          <Choose family={product.family} name={name} to={productUrl(product)} />
        ) : (
          <AddToCart product={product} look="card" />
        )}
      </div>
    </li>
  )
}

interface CardWordsProps {
  product: Pick<CardProduct, 'category' | 'price' | 'offerPrice' | 'left' | 'size' | 'maker' | 'family' | 'marks'>
  heading: 'h2' | 'h3'
  children: ReactNode
}

export function CardWords({ product, heading: Heading, children }: CardWordsProps) {
  return (
    <>
      <div>
        <p className="text-xs text-ink-mute">{findCategory(product.category)?.text}</p>
        <Heading className="card-name">{children}</Heading>
        {product.size && <p className="text-xs text-ink-soft">{product.size}</p>}
        {product.maker && (
          <p className="text-xs text-ink-soft">
            by <Name>{product.maker}</Name>
          </p>
        )}
      </div>
      <div>
        <Rating />
        {product.family && <FamilyKinds family={product.family} />}
        {product.marks && <p className="seal pl-5 font-semibold text-neem-700 text-xs">{product.marks}</p>}
        {product.family && product.family.from > 0 ? (
          <FromPrice family={product.family} />
        ) : (
          <Price pricePaise={product.price} offerPricePaise={product.offerPrice} size="card" />
        )}
        <OnlyLeft left={product.left} className="text-sm" />
      </div>
    </>
  )
}

export function ProductCardSkeleton() {
  return (
    <li className="card" aria-hidden="true">
      <Skeleton className="mb-3 aspect-(--aspect-product) rounded-none" />
      <div>
        <Skeleton className="h-3 w-2/5" />
        <Skeleton className="my-2 h-4.5 w-4/5" />
      </div>
      <div>
        <Skeleton className="mt-1 h-4.5 w-3/5" />
        <Skeleton className="mt-2 h-4.5 w-1/2" />
      </div>
      <Skeleton className="mt-3 h-11 w-full md:w-40" />
    </li>
  )
}
