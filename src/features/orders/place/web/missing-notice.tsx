import { ArrivalNotice } from '#web/ui/arrival-notice.tsx'
import { ButtonLink } from '#web/ui/button.tsx'

interface MissingNoticeProps {
  number: number
  of: number
  missing: { name: string; isAvailable: boolean }[]
}

export function MissingNotice({ number, of, missing }: MissingNoticeProps) {
  if (missing.length === 0) return null
  const put = of - missing.length
  return (
    <ArrivalNotice
      tone="wait"
      className="mb-6"
      action={
        <ButtonLink to="/cart" variant="plain" size="sm">
          Go to cart
        </ButtonLink>
      }
    >
      <p>
        <b>
          {put === 0
            ? `Nothing of order #${number} could be put into your cart.`
            : `${put} of ${of} products of order #${number} ${put === 1 ? 'is' : 'are'} in your cart.`}
        </b>
      </p>
      <ul>
        {missing.map(({ name, isAvailable }) => (
          <li key={name}>{isAvailable ? `${name}: your cart is full` : `${name} is out of stock`}</li>
        ))}
      </ul>
    </ArrivalNotice>
  )
}
