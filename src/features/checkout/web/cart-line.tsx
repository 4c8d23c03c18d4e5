import { Link } from 'react-router'
import { findCategory, productUrl } from '#features/catalog/catalog.categories.ts'
import { awayText } from '#features/catalog/catalog.delivery.ts'
import { notReturnableText } from '#features/catalog/catalog.returns.ts'
import { OnlyLeft } from '#features/catalog/product/web/only-left.tsx'
import { formatRupees, formatRupeesShort, times } from '#shared/money.ts'
import { nameLang } from '#shared/name-lang.ts'
import { useArrival } from '#web/hooks/use-arrival.ts'
import { Button } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Name } from '#web/ui/name.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import { Thumbnail } from '#web/ui/picture.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { QuantityField } from './quantity-field.tsx'
import type { CartLine } from './use-cart-lines.ts'

const row = 'flex flex-wrap gap-4 border-t border-line py-5'
const thumb = 'aspect-product w-22 flex-none self-start md:w-28'

interface CartLineItemProps {
  line: CartLine
  /** Takes the focus: the line was just put back by Undo. */
  focus: boolean
  onQuantity: (quantity: number) => void
  onRemove: () => void
}

/** One product in the cart. Its form works before JavaScript has loaded. */
export function CartLineItem({ line, focus, onQuantity, onRemove }: CartLineItemProps) {
  const select = useArrival<HTMLSelectElement>(focus)
  const { product, quantity } = line
  if (line.state === 'loading') return <CartLineSkeleton />
  const name = product?.name ?? 'A product that has left the shop'
  const off = line.state === 'off'
  const short = line.state === 'short'

  return (
    <li className={row} data-off={off || undefined}>
      <Thumbnail
        picture={product?.images[0]}
        category={product?.category}
        sizes="(min-width: 48rem) 112px, 88px"
        maxWidth={320}
        className={`${thumb} ${off ? 'opacity-50 greyed' : ''}`}
      />
      <div className={`grid min-w-0 flex-1 grid-cols-1 content-start gap-0.5 ${off ? 'text-ink-mute' : ''}`}>
        <h3 lang={nameLang(name)} className="heading-plain wrap-anywhere text-base leading-tight">
          {product ? (
            <Link to={productUrl(product)} prefetch="intent" className="touch hover:underline hover:underline-offset-4">
              {name}
            </Link>
          ) : (
            name
          )}
        </h3>
        {product && <p className={`text-sm ${off ? '' : 'text-ink-soft'}`}>{findCategory(product.category)?.text}</p>}
        {off && (
          <p className="font-semibold text-madder-700 text-sm">
            {product?.backOn
              ? `${awayText(product.backOn)}. Remove it to order.`
              : 'No longer in stock. Remove it to order.'}
          </p>
        )}
        {!off && !short && (
          <p className="text-sm empty:hidden">
            <OnlyLeft left={product?.left} />
          </p>
        )}
        {product?.notReturnable && !off && <p className="text-ink-soft text-sm">{notReturnableText}</p>}
        {product && !off && (
          <p className="text-sm">
            <span>{`${formatRupeesShort(product.offerPrice)} each`}</span>{' '}
            {product.price > product.offerPrice && (
              <s className="text-ink-soft">
                <span className="sr-only">Was </span>
                <span>{formatRupeesShort(product.price)}</span>
              </s>
            )}
          </p>
        )}
        <form
          method="post"
          action="/cart"
          onSubmit={(event) => event.preventDefault()}
          className="mt-2.5 flex flex-wrap items-center gap-1"
        >
          <input type="hidden" name="product" value={line.id} />
          {product && !off && (
            <>
              <QuantityField ref={select} of={name} quantity={quantity} onQuantity={onQuantity} />
              <noscript>
                <button type="submit" name="intent" value="quantity" className="link min-h-11 px-3 text-sm">
                  Update
                </button>
              </noscript>
            </>
          )}
          <Button
            type="submit"
            name="intent"
            value="remove"
            variant="quiet"
            size="sm"
            className={`min-h-11 ${off ? '-ml-3' : ''}`}
            aria-label={`Remove ${name}`}
            data-decide={off || undefined}
            onClick={(event) => {
              event.preventDefault()
              onRemove()
            }}
          >
            Remove
          </Button>
          {product && !off && (
            <span className={`ml-auto font-semibold ${short ? 'text-ink-mute' : ''}`}>
              {formatRupees(times(product.offerPrice, quantity))}
            </span>
          )}
        </form>
      </div>
      {short && (
        <ShortNotice
          line={line}
          onSet={(left) => {
            onQuantity(left)
            // The pressed button goes.
            select.current?.focus()
          }}
        />
      )}
    </li>
  )
}

/** The line wants more than there is: it stays as it is, out of the sums, until somebody decides. Works as a form too. */
function ShortNotice({ line, onSet }: { line: CartLine; onSet: (left: number) => void }) {
  const { id, quantity, available = 0 } = line
  return (
    <form
      method="post"
      action="/cart"
      onSubmit={(event) => {
        event.preventDefault()
        onSet(available)
      }}
      className="w-full"
    >
      <HiddenFields values={{ intent: 'quantity', product: id, quantity: String(available) }} />
      <Notice
        tone="ask"
        role="status"
        action={
          <Button type="submit" variant="line" size="sm" data-decide>
            {`Set to ${available}`}
          </Button>
        }
      >
        <span>{`You asked for ${quantity}.`}</span>{' '}
        <b className="font-semibold">{`Only ${available} ${available === 1 ? 'is' : 'are'} left.`}</b> Not in the total
        until you choose.
      </Notice>
    </form>
  )
}

/** Stands in the place of a line that was taken out, until the page is left. */
export function RemovedLine({ name, onUndo }: { name: string; onUndo: () => void }) {
  const undo = useArrival<HTMLButtonElement>()
  return (
    <li className="border-line border-t py-5">
      <Notice
        action={
          <button
            ref={undo}
            type="button"
            onClick={onUndo}
            className="inline-flex min-h-11 items-center gap-2 px-3 font-semibold hover:underline"
          >
            <PageIcon name="undo" size="sm" />
            Undo
          </button>
        }
      >
        <Name>{name}</Name> removed.
      </Notice>
    </li>
  )
}

export function CartLineSkeleton() {
  return (
    <li className={row}>
      <Skeleton className="aspect-product w-22 flex-none md:w-28" />
      <span className="grid min-w-0 flex-1 content-start gap-2">
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="h-4 w-1/3" />
        <Skeleton className="h-4 w-1/4" />
        <Skeleton className="mt-2.5 h-11 w-19" />
      </span>
    </li>
  )
}
