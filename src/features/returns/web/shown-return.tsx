import type { ReactNode } from 'react'
import { refundMethodNames } from '#features/orders/orders.refunds.ts'
import { ReturnPill } from '#features/orders/web/order-returns.tsx'
import { formatDay } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import type { Return } from '../returns.contract.ts'

const wishes = { refund: 'Money back', exchange: 'The same again' } as const

interface ShownReturnProps {
  shown: Return
  heading: ReactNode
  /** Of the photos; each opens large. */
  photoLook: string
  /** What there is to do. */
  children?: ReactNode
}

/** A return: what, why, its photos, and where it stands. */
export function ShownReturn({ shown, heading, photoLook, children }: ShownReturnProps) {
  const { state, items, wish, reason, photos, answer, refund, askedAt } = shown
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {heading}
        <ReturnPill state={state} />
      </header>
      <ul className="grid gap-0.5">
        {items.map(({ product, quantity }) => (
          <li key={product._id} className="wrap-anywhere">
            {quantity} × <bdi>{product.name}</bdi>
          </li>
        ))}
      </ul>
      <p className="text-ink-soft text-sm">
        Asked {formatDay(askedAt)}. {wishes[wish]}.
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
