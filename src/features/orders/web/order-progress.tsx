import { deliveryDatesText } from '#features/catalog/catalog.delivery.ts'
import { formatShortDay } from '#shared/day.ts'
import type { Order } from '../orders.contract.ts'
import { type ProgressStep, progressOf } from '../orders.progress.ts'

type Delivery = Order['delivery']

const rings: Record<ProgressStep['state'], string> = {
  done: 'border-neel-700 bg-neel-700',
  now: 'border-4 border-neel-700',
  'to come': 'border-line-strong',
}

/** Five steps with their days; nothing for an order that is not on its way. */
export function OrderProgress({ order, className }: { order: Order; className?: string }) {
  const steps = progressOf(order)
  return (
    steps && (
      <ProgressLine
        steps={steps}
        label={`Progress of order #${order.number}`}
        delivery={order.delivery}
        className={className}
      />
    )
  )
}

interface ProgressLineProps {
  steps: readonly ProgressStep[]
  label: string
  delivery: Delivery
  className?: string | undefined
}

export function ProgressLine({ steps, label, delivery, className = '' }: ProgressLineProps) {
  const last = steps.length - 1
  return (
    <ol
      aria-label={label}
      className={`wrap-anywhere flex hyphens-auto text-center text-ink-mute text-xs leading-tight md:text-sm ${className}`}
    >
      {steps.map(({ name, short, state, at }, place) => (
        <li
          key={name}
          aria-current={state === 'now' ? 'step' : undefined}
          className={`min-w-0 flex-1 ${state === 'to come' ? '' : 'text-ink'}`}
        >
          <span aria-hidden="true" className="mb-1.5 flex items-center">
            <Joint isGone={place === 0} isDone={state !== 'to come'} />
            <span className={`size-4 rounded-full border-2 ${rings[state]}`} />
            <Joint isGone={place === last} isDone={steps[place + 1]?.state !== 'to come'} />
          </span>
          <span className={state === 'now' ? 'font-semibold' : ''}>
            <span className="md:hidden">{short}</span>
            <span className="max-md:hidden">{name}</span>
          </span>
          {state === 'done' && <span className="sr-only">, done</span>}
          <StepDay delivery={delivery} at={at} isLast={place === last} />
        </li>
      ))}
    </ol>
  )
}

const Joint = ({ isGone, isDone }: { isGone: boolean; isDone: boolean }) => (
  <span className={`flex-1 border-t-2 ${isGone ? 'invisible' : isDone ? 'border-neel-700' : 'border-line'}`} />
)

/** The last step has the expected day, where there is room. */
function StepDay({ delivery, at, isLast }: { delivery: Delivery; at: Date | undefined; isLast: boolean }) {
  const look = `block text-ink-mute text-xs ${isLast ? 'max-md:hidden' : ''}`
  if (at) {
    return (
      <time dateTime={at.toISOString()} className={look}>
        {formatShortDay(at)}
      </time>
    )
  }
  return isLast && delivery ? <span className={look}>{deliveryDatesText(delivery)}</span> : null
}

/** When an order arrives, in the words of its mails. */
export function WithYou({ order, ...rest }: { order: Order } & { className?: string }) {
  return order.delivery ? <p {...rest}>With you {deliveryDatesText(order.delivery)}</p> : null
}
