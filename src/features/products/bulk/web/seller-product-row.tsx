import { useState } from 'react'
import { Form, Link, useLocation } from 'react-router'
import { findCategory } from '#features/catalog/catalog.categories.ts'
import { backText } from '#features/catalog/catalog.delivery.ts'
import { whenOfferIsShown } from '#features/catalog/catalog.offers.ts'
import { formatRupeesShort } from '#shared/money.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { inputLook } from '#web/ui/field.tsx'
import { Name } from '#web/ui/name.tsx'
import { Thumbnail } from '#web/ui/picture.tsx'
import { percentOff } from '#web/ui/price.tsx'
import type { SellerProduct } from '../../seller-products.contract.ts'
import { BULK_FORM } from './seller-bulk-bar.tsx'
import type { SavedStock } from './seller-products.page.tsx'
import { useStock } from './use-stock.ts'

const cell = 'nav:border-line nav:border-b nav:px-4 nav:py-3'

interface SellerProductRowProps {
  product: SellerProduct
  lazy: boolean
  isTicked: boolean
  onTick: (isTicked: boolean) => void
  onSaved: (stock: SavedStock) => void
}

/** One product as a table row, or a block under 905 px. */
export function SellerProductRow({ product, lazy, isTicked, onTick, onSaved }: SellerProductRowProps) {
  const { _id, name, price, offerPrice, images } = product
  const stock = useStock(product, onSaved)
  const category = findCategory(product.category)?.text
  const off = percentOff(price, offerPrice)
  const raisedAt = product.priceRaisedAt
  const isOff = !stock.inStock || product.isArchived
  return (
    <tr
      className={`grid grid-cols-seller-product gap-x-4 gap-y-1 border-line border-b px-4 py-3.5 hover:bg-neel-50 nav:table-row nav:border-0 ${isTicked ? 'bg-neel-50' : isOff ? 'bg-kora/40' : ''}`}
    >
      <td className={`${cell} max-nav:row-span-2 nav:w-11`}>
        <label className="-m-3 grid size-11 cursor-pointer place-items-center">
          <input
            type="checkbox"
            name="products"
            value={_id}
            form={BULK_FORM}
            aria-label={`Select ${name}`}
            checked={isTicked}
            onChange={(event) => onTick(event.currentTarget.checked)}
          />
        </label>
      </td>
      <td className={`${cell} max-nav:contents`}>
        <span className="max-nav:contents nav:flex nav:items-center nav:gap-4">
          <Thumbnail
            picture={images[0]}
            category={product.category}
            sizes="56px"
            maxWidth={160}
            lazy={lazy}
            className="size-14 flex-none max-nav:row-span-2"
            imgClassName={isOff ? 'opacity-60 greyed' : ''}
          />
          <span className="wrap-anywhere min-w-0 max-nav:col-span-2">
            <Link
              to={`/seller/product-list/${_id}`}
              prefetch="intent"
              className="inline-block py-0.5 font-semibold leading-tight underline-offset-link hover:underline"
            >
              <span className="sr-only">Edit </span>
              <Name>{name}</Name>
            </Link>
            <span className="block text-ink-soft text-sm orders:hidden">{category}</span>
            {product.sku && <span className="block text-ink-mute text-sm">SKU {product.sku}</span>}
          </span>
        </span>
      </td>
      <td className={`${cell} text-ink-soft max-orders:hidden`}>{category}</td>
      <td className={`${cell} figures text-right text-ink-mute max-nav:hidden`}>
        {off >= 1 && !raisedAt ? <s>{formatRupeesShort(price)}</s> : formatRupeesShort(price)}
      </td>
      <td className={`${cell} figures max-nav:col-start-3 nav:text-right`}>
        <b>{formatRupeesShort(offerPrice)}</b>
        {off >= 1 &&
          (raisedAt ? (
            <span className="block max-w-48 text-ink-mute text-xs leading-tight nav:ml-auto">
              {whenOfferIsShown(off, raisedAt)}
            </span>
          ) : (
            <span className="block text-madder-700 text-xs nav:hidden">{off}% off</span>
          ))}
      </td>
      <td className={`${cell} max-nav:justify-self-end`}>
        {product.isArchived ? (
          <span className="text-ink-soft text-sm">{whereItIs(product)}</span>
        ) : (
          <>
            <Switch product={product} stock={stock} />
            {product.backOn && (
              <span className="block max-w-48 text-ink-mute text-xs leading-tight">
                {`On holiday. ${backText(product.backOn)}`}
              </span>
            )}
          </>
        )}
      </td>
      <td className={`${cell} max-nav:col-span-2 max-nav:col-start-3`}>
        {product.isArchived ? null : product.batches ? (
          <Link to={`/seller/product-list/${product._id}`} className="link touch text-sm">
            {`${product.stock} in batches`}
            <span className="sr-only">{` of ${product.name}`}</span>
          </Link>
        ) : (
          <Pieces key={String(product.stock)} product={product} stock={stock} />
        )}
      </td>
    </tr>
  )
}

function whereItIs({ isDraft, isSuspended }: SellerProduct) {
  if (isDraft) return 'Draft'
  return isSuspended ? 'Producer suspended' : 'Archived'
}

type Stock = ReturnType<typeof useStock>

/** A submit button until JavaScript is there, then a switch, which HTML does not let submit. */
function Switch({ product: { _id, name }, stock }: { product: SellerProduct; stock: Stock }) {
  const { pathname, search } = useLocation()
  const hydrated = useHydrated()
  const { inStock, note } = stock
  return (
    <Form
      method="post"
      action={pathname + search}
      onSubmit={(event) => {
        event.preventDefault()
        stock.flip()
      }}
    >
      <input type="hidden" name="id" value={_id} />
      <button
        {...(hydrated
          ? ({ type: 'button', role: 'switch', 'aria-checked': inStock, onClick: stock.flip } as const)
          : ({ type: 'submit', name: 'inStock', value: inStock ? '0' : '1' } as const))}
        aria-label={hydrated ? `${name} in stock` : `${name}: ${inStock ? 'take out of stock' : 'put in stock'}`}
        data-on={inStock || undefined}
        className="inline-flex min-h-11 items-center gap-2.5 whitespace-nowrap text-sm before:h-6 before:w-11 before:flex-none before:rounded-full before:bg-line-strong before:bg-switch-off before:transition-colors data-on:before:bg-neem-700 data-on:before:bg-switch-on"
      >
        {inStock ? 'In stock' : 'Out of stock'}
      </button>
      <span
        role="status"
        className={`block max-w-48 text-xs leading-tight empty:hidden ${note?.failed ? 'font-semibold text-madder-700' : 'text-ink-mute'}`}
      >
        {note?.text}
      </span>
      {note?.again && (
        <button type="button" onClick={note.again} className="link inline-flex min-h-11 items-center text-sm">
          Try again<span className="sr-only"> ({name})</span>
        </button>
      )}
    </Form>
  )
}

/** The number of pieces; empty: not counted. Leaving the field or Enter saves it. */
function Pieces({ product, stock }: { product: SellerProduct; stock: Stock }) {
  const { pathname, search } = useLocation()
  const before = product.stock === null ? '' : String(product.stock)
  const [typed, setTyped] = useState(before)
  const save = () => {
    if (typed.trim() !== before) stock.setCount(typed.trim())
  }
  return (
    <Form
      method="post"
      action={pathname + search}
      className="flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <input type="hidden" name="id" value={product._id} />
      <input type="hidden" name="inStock" value={stock.inStock ? '1' : '0'} />
      <input
        name="stock"
        inputMode="numeric"
        pattern="\d*"
        maxLength={7}
        aria-label={`Pieces left of ${product.name}`}
        placeholder="Any"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ''))}
        onBlur={save}
        className={`${inputLook} figures w-20! text-right`}
      />
      <span className="text-ink-soft text-sm nav:hidden">pieces left</span>
    </Form>
  )
}
