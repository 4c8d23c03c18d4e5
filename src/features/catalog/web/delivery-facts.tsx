import { Link } from 'react-router'
import { useSettings } from '#web/hooks/use-root.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { DeliveryDates } from '../catalog.delivery.ts'
import { returnsText } from '../catalog.returns.ts'
import { OrderToday } from './stock-words.tsx'

const row = 'flex items-start gap-3'

/** Rows of a list: when it arrives, where it can be ordered, and whether it can be given back. */
export function DeliveryFacts({ arrives }: { arrives: DeliveryDates | undefined }) {
  const { returnDays } = useSettings()
  return (
    <>
      <li className={row}>
        <Icon name="truck" className="text-neel-700" />
        {arrives ? (
          <span>
            <OrderToday arrives={arrives} /> Free shipping.
          </span>
        ) : (
          'Free shipping on every order'
        )}
      </li>
      <li className={row}>
        <Icon name="undo" className="text-neel-700" />
        <span>
          {returnsText(returnDays)}.{' '}
          <Link to="/returns" prefetch="intent" className="link">
            How it works
          </Link>
        </span>
      </li>
    </>
  )
}
