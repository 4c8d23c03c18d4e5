import { Skeleton } from '#web/ui/skeleton.tsx'

/** The two columns of a product page. */
export const columnsClasses = 'grid gap-4 md:grid-cols-2 md:gap-10 lg:flex lg:items-start lg:gap-columns'

/** The product page's boxes, while it loads. */
export function ProductSkeleton() {
  return (
    <div className="wrap pb-section">
      <div className="py-2.5 md:py-4">
        <Skeleton className="h-5 w-56" />
      </div>
      <div className={columnsClasses}>
        <div className="-mx-gutter md:mx-0 lg:grow-7 lg:basis-0 lg:pl-25">
          <Skeleton className="h-picture rounded-none md:aspect-(--aspect-product) md:h-auto" />
        </div>
        <div className="grid content-start gap-4 lg:grow-5 lg:basis-0">
          <Skeleton className="h-5 w-40 max-md:hidden" />
          <Skeleton className="h-8 w-4/5 md:h-10" />
          <Skeleton className="h-9 w-52" />
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
