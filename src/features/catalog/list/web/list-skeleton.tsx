import { Skeleton } from '#web/ui/skeleton.tsx'
import { ProductCardSkeleton, ProductGrid } from './product-card.tsx'

const CARDS = ['1', '2', '3', '4', '5', '6', '7', '8']

export function CardSkeletons() {
  return (
    <ProductGrid columns="four">
      {CARDS.map((card) => (
        <ProductCardSkeleton key={card} />
      ))}
    </ProductGrid>
  )
}

export function ListSkeleton() {
  return (
    <div className="wrap pb-section">
      <div className="py-2.5 md:py-4">
        <Skeleton className="h-5 w-40" />
      </div>
      <div className="grid grid-cols-1 gap-3 pb-5">
        <Skeleton className="h-12 w-72 max-w-full" />
        <Skeleton className="h-6 w-96 max-w-full" />
      </div>
      <div className="lg:flex lg:gap-12">
        <Skeleton className="hidden h-96 w-56 shrink-0 lg:block" />
        <div className="min-w-0 flex-1 pt-15">
          <CardSkeletons />
        </div>
      </div>
    </div>
  )
}
