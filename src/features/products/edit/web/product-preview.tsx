import { CardWords } from '#features/catalog/list/web/product-card.tsx'
import { descriptionLines, type ProductDraft, paiseSoFar } from '../../product-form.rules.ts'

interface ProductPreviewProps {
  draft: ProductDraft
  /** The price was or will be raised: shoppers see no offer. */
  isRaised: boolean
  cover: string | undefined
}

/** The product as shoppers will see it, while one types; it is never announced. */
export function ProductPreview({ draft, isRaised, cover }: ProductPreviewProps) {
  const lines = descriptionLines(draft.description)
  const price = paiseSoFar(draft.price)
  const offerPrice = paiseSoFar(draft.offerPrice) || price
  const product = { category: draft.category, price: isRaised ? offerPrice : price, offerPrice }
  return (
    <aside id="preview" aria-labelledby="preview-title" className="rounded-sm border border-line bg-paper p-5 nav:p-6">
      <h2 id="preview-title" className="heading-plain mb-4 text-lg leading-tight">
        How shoppers see it
      </h2>
      <div className="mb-3 aspect-(--aspect-product) overflow-hidden bg-kora-deep">
        {cover && <img src={cover} alt="" className="size-full object-cover" />}
      </div>
      <CardWords product={product} heading="h3">
        <span className="wrap-anywhere">{draft.name.trim() || 'Product name'}</span>
      </CardWords>
      {lines.length > 0 && (
        <>
          <h3 className="heading-plain mt-6 text-base">About this piece</h3>
          <ul className="mt-2 grid list-disc gap-1 pl-4.5 text-sm leading-snug">
            {lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same line may be there twice
              <li key={at} className="wrap-anywhere">
                {line}
              </li>
            ))}
          </ul>
        </>
      )}
    </aside>
  )
}
