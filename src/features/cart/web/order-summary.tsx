import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { type OrderTotals, TAX_PERCENT } from '#features/orders/orders.pricing.ts'
import { formatRupees } from '#shared/rupees.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

export const countItems = (units: number) => (units === 1 ? '1 item' : `${units} items`)

const line = 'flex justify-between gap-4'

/** Items, shipping, tax and total. The cart amount is exact to the paisa, so there is nothing to round down. */
export function SumRows({ totals, units }: { totals: OrderTotals; units: number }) {
  return (
    <div className="grid gap-2">
      <div className={line}>
        <span>{countItems(units)}</span>
        <span>{formatRupees(totals.subtotalPaise)}</span>
      </div>
      <div className={line}>
        <span>Shipping</span>
        <span>Free</span>
      </div>
      <div className={line}>
        <span>Tax ({TAX_PERCENT}%)</span>
        <span>{formatRupees(totals.taxPaise)}</span>
      </div>
      <div className={`${line} mt-1 items-baseline border-line-strong border-t pt-3 font-semibold text-xl`}>
        <span>Total</span>
        <span aria-live="polite">{formatRupees(totals.totalPaise)}</span>
      </div>
    </div>
  )
}

interface OrderSummaryProps {
  totals: OrderTotals
  units: number
  /** "Ananya Rao, Bengaluru 560038" */
  to: string | undefined
  busy: boolean
  /** Notices over the button. */
  children: ReactNode
  buttonRef: Ref<HTMLDivElement>
}

/** The sums and the button that places the order. Stands inside the checkout form. */
export function OrderSummary({ totals, units, to, busy, children, buttonRef }: OrderSummaryProps) {
  return (
    <>
      <h2 id="summary-title" className="heading-plain mb-4 text-lg leading-snug">
        Order summary
      </h2>
      <SumRows totals={totals} units={units} />
      {to && (
        <p className="mt-5 flex gap-2 text-sm">
          <Icon name="pin" size="sm" />
          <span className="min-w-0 break-words">To {to}</span>
        </p>
      )}
      <div className="mt-3 grid gap-3 empty:hidden">{children}</div>
      <div ref={buttonRef} className="mt-3">
        <Button type="submit" block busy={busy} busyLabel="Placing order">
          Place order
        </Button>
      </div>
      <p className="mt-3 text-ink-mute text-sm leading-hint">
        You pay nothing now. Keep {formatRupees(totals.totalPaise)} ready for the courier.
      </p>
    </>
  )
}

interface PayBarProps {
  totals: OrderTotals
  busy: boolean
  /** The id of the checkout form. */
  form: string
  shown: boolean
}

/**
 * Total and button at hand on a small screen, while the summary's own button is out of view. It is a second way to the
 * same button, so screen readers and the keyboard are not told of it twice.
 */
export function PayBar({ totals, busy, form, shown }: PayBarProps) {
  return (
    <div
      aria-hidden="true"
      className={`sticky bottom-0 z-(--z-sticky) grid grid-cols-[auto_1fr] items-center gap-4 bg-paper px-gutter pt-2.5 pb-safe-bar shadow-bar cart:hidden ${shown ? '' : 'invisible'}`}
    >
      <div>
        <b className="text-lg">{formatRupees(totals.totalPaise)}</b>
        <p className="text-ink-soft text-xs">Cash on delivery</p>
      </div>
      <Button type="submit" form={form} tabIndex={-1} busy={busy} busyLabel="Placing order">
        Place order
      </Button>
    </div>
  )
}

/** Is the element on the screen? Assumed not to be until the browser says so. */
export function useInView() {
  const ref = useRef<HTMLDivElement>(null)
  const [inView, setInView] = useState(false)
  // What is on the screen is outside React.
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting === true))
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return [ref, inView] as const
}
