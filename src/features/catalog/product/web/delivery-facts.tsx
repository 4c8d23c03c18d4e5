import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSettings } from '#web/hooks/use-root.ts'
import { PageIcon } from '#web/ui/page-icon.tsx'
import { ownParcelText } from '../../batches/batches.texts.ts'
import type { Product } from '../../catalog.contract.ts'
import type { DeliveryDates } from '../../catalog.delivery.ts'
import { returnsTextOf } from '../../catalog.returns.ts'
import { SHIPPING_OFFER } from '../../catalog.shipping.ts'
import { OrderToday } from './stock-words.tsx'

const row = 'flex items-start gap-3'

interface DeliveryFactsProps {
  product: Pick<Product, 'notReturnable' | 'batch'>
  /** Undefined when it cannot be ordered. */
  arrives: DeliveryDates | undefined
  children: ReactNode
}

/** Rows of a list: arrival, where it is sent, returns. */
export function DeliveryFacts({ product, arrives, children }: DeliveryFactsProps) {
  const { returnDays } = useSettings()
  return (
    <>
      <li className={row}>
        <PageIcon name="truck" className="text-neel-700" />
        {arrives ? (
          <span>
            <OrderToday arrives={arrives} /> {product.batch && <span>{`${ownParcelText} `}</span>}
            {SHIPPING_OFFER && <span className="block xl:inline">{SHIPPING_OFFER}.</span>}
          </span>
        ) : (
          SHIPPING_OFFER && <span>{SHIPPING_OFFER} on every order</span>
        )}
      </li>
      {children}
      <li className={row}>
        <PageIcon name="undo" className="text-neel-700" />
        <span>
          {returnsTextOf(product, returnDays)}.{' '}
          <Link to="/returns" prefetch="intent" className="link">
            How it works
          </Link>
        </span>
      </li>
    </>
  )
}
