import type { ReactNode, Ref } from 'react'
import { countItems } from '#features/cart/cart.rules.ts'
import type { DeliveryDates } from '#features/catalog/catalog.delivery.ts'
import { OrderToday } from '#features/catalog/product/web/stock-words.tsx'
import type { OrderTotals } from '#features/orders/orders.pricing.ts'
import type { PlannedParcel } from '#features/orders/parcels/parcels.cart.ts'
import { keepReady, partingText } from '#features/orders/parcels/parcels.words.ts'
import { taxName } from '#features/prices/prices.tax.ts'
import { formatRupees } from '#shared/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import type { PaymentType } from './checkout.rules.ts'

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
        <span>{taxName}</span>
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
  parcels: readonly PlannedParcel[]
  payment: PaymentType
  units: number
  /** "Ananya Rao, Bengaluru 560038" */
  to: string | undefined
  arrives: DeliveryDates | undefined
  busy: boolean
  /** Notices over the button. */
  children: ReactNode
  buttonRef: Ref<HTMLDivElement>
}

/** What the button says, and what happens after it. */
function payWords(payment: PaymentType, { totalPaise }: OrderTotals, parcels: readonly PlannedParcel[] = []) {
  const total = formatRupees(totalPaise)
  return payment === 'COD'
    ? {
        button: 'Place order',
        busy: 'Placing order',
        method: 'Cash on delivery',
        after: `You pay nothing now. ${parcels.length > 1 ? keepReady(parcels.map(({ costs }) => costs)) : `Keep ${total} ready for the courier.`}`,
      }
    : {
        button: `Pay ${total} online`,
        busy: 'Opening payment page',
        method: 'Online by card',
        after: 'Your order is placed once you have paid. Until then your cart stays as it is.',
      }
}

/** The sums and the button that places the order. Stands inside the checkout form. */
export function OrderSummary({
  totals,
  parcels,
  payment,
  units,
  to,
  arrives,
  busy,
  children,
  buttonRef,
}: OrderSummaryProps) {
  const words = payWords(payment, totals, parcels)
  return (
    <>
      <h2 id="summary-title" className="heading-plain mb-4 text-lg leading-snug">
        Order summary
      </h2>
      <SumRows totals={totals} units={units} />
      {to && (
        <p className="mt-5 flex gap-2 text-sm">
          <PageIcon name="pin" size="sm" />
          <span className="min-w-0 break-words">{`To ${to}`}</span>
        </p>
      )}
      {arrives && (
        <p className="mt-3 flex gap-2 text-sm">
          <PageIcon name="truck" size="sm" />
          <OrderToday arrives={arrives} />
        </p>
      )}
      {parcels.length > 1 && (
        <p className="mt-3 flex gap-2 text-sm">
          <Icon name="orders" size="sm" />
          <span>{partingText(parcels)}</span>
        </p>
      )}
      <div className="mt-3 grid gap-3 empty:hidden">{children}</div>
      <div ref={buttonRef} className="mt-3">
        <Button type="submit" block busy={busy} busyLabel={words.busy}>
          {words.button}
        </Button>
      </div>
      <p className="mt-3 text-ink-mute text-sm leading-hint">{words.after}</p>
    </>
  )
}

interface PayBarProps {
  totals: OrderTotals
  payment: PaymentType
  busy: boolean
  /** The id of the checkout form. */
  form: string
  shown: boolean
}

/**
 * Total and button at hand on a small screen, while the summary's own button is out of view. It is a second way to the
 * same button, so screen readers and the keyboard are not told of it twice.
 */
export function PayBar({ totals, payment, busy, form, shown }: PayBarProps) {
  const words = payWords(payment, totals)
  return (
    <div
      aria-hidden="true"
      className={`sticky bottom-0 z-(--z-sticky) grid grid-cols-[auto_1fr] items-center gap-4 bg-paper px-gutter pt-2.5 pb-safe-bar shadow-bar cart:hidden ${shown ? '' : 'invisible'}`}
    >
      <div>
        <b className="text-lg">{formatRupees(totals.totalPaise)}</b>
        <p className="text-ink-soft text-xs">{words.method}</p>
      </div>
      <Button type="submit" form={form} tabIndex={-1} busy={busy} busyLabel={words.busy}>
        {words.button}
      </Button>
    </div>
  )
}
