import type { ReactNode } from 'react'
import { refundMethodNames } from '#features/orders/refunds/refunds.pieces.ts'
import { ReturnPill } from '#features/orders/web/order-returns.tsx'
import { formatDay } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import { DemoMark } from '#web/ui/demo-mark.tsx'
import { Name } from '#web/ui/name.tsx'
import { Thumbnail } from '#web/ui/picture.tsx'
import type { Return } from '../returns.contract.ts'

const wishes = { refund: 'Money back', exchange: 'Exchange for the same item' } as const

interface ShownReturnProps {
  shown: Return
  heading: ReactNode
  /** Each photo opens large. */
  photoLook: string
  children?: ReactNode
}

export function ShownReturn({ shown, heading, photoLook, children }: ShownReturnProps) {
  const { state, items, worth, wish, reason, photos, answer, refund, askedAt } = shown
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {heading}
        <span className="flex items-center gap-2">
          <DemoMark of={shown} />
          <ReturnPill state={state} />
        </span>
      </header>
      <ul className="grid gap-2">
        {items.map(({ product, producer, quantity }) => (
          <li key={product._id} className="flex items-center gap-3">
            <Thumbnail
              picture={product.images[0]}
              category={product.category}
              sizes="48px"
              maxWidth={160}
              lazy
              className="aspect-product w-12 flex-none"
            />
            <span className="wrap-anywhere min-w-0">
              {quantity} × <Name>{product.name}</Name>
              {producer && (
                <span className="block text-ink-soft text-sm">
                  by <Name>{producer}</Name>
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-ink-soft text-sm">
        {`Asked ${formatDay(askedAt)}. ${wishes[wish]}. ${formatRupees(worth)} with tax.`}
      </p>
      {reason && (
        <p className="wrap-anywhere whitespace-pre-line">
          <bdi>{reason}</bdi>
        </p>
      )}
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {photos.map(({ url, width, height }, at) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noreferrer">
                <img
                  src={url}
                  width={width}
                  height={height}
                  loading="lazy"
                  alt={`What came, ${at + 1} of ${photos.length}`}
                  className={`border border-line bg-kora object-contain ${photoLook}`}
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {answer && (
        <p className="wrap-anywhere whitespace-pre-line border-neel-700 border-l-4 bg-neel-100 px-4 py-2.5 text-sm">
          <b>The shop:</b> <bdi>{answer}</bdi>
        </p>
      )}
      {refund && (
        <p className="text-sm">
          {refund.state === 'failed'
            ? `The refund of ${formatRupees(refund.amount)} failed.`
            : `${formatRupees(refund.amount)} ${refund.state === 'done' ? 'was refunded' : 'is being refunded'} by ${refundMethodNames[refund.method]}.`}
        </p>
      )}
      {children}
    </>
  )
}
