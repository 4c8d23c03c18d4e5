import { type KeyboardEvent, type Ref, useState } from 'react'
import { MAX_QUANTITY, SELECTOR_MAX } from '#features/cart/cart.rules.ts'
import { useArrival } from '#web/hooks/use-arrival.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { quantityChoices, readQuantity } from './checkout.rules.ts'

const look = 'min-h-11 max-w-full rounded-xs border border-line-strong bg-paper py-1 pl-3.5 text-ink hover:border-ink'
const MORE = 'more'

interface QuantityFieldProps {
  ref: Ref<HTMLSelectElement>
  /** The product's name. */
  of: string
  quantity: number
  onQuantity: (quantity: number) => void
}

/** A choice up to 9, or up to the quantity there is; "10 or more" opens a field to type in. */
export function QuantityField({ ref, of, quantity, onQuantity }: QuantityFieldProps) {
  const [isTyping, setTyping] = useState(false)
  const hydrated = useHydrated()
  if (isTyping) {
    return (
      <QuantityInput
        of={of}
        quantity={quantity}
        onDone={(typed) => {
          setTyping(false)
          if (typed !== undefined && typed !== quantity) onQuantity(typed)
        }}
      />
    )
  }
  return (
    <select
      ref={ref}
      name="quantity"
      aria-label={`Quantity, ${of}`}
      autoComplete="off"
      value={quantity}
      onChange={({ target: { value } }) => (value === MORE ? setTyping(true) : onQuantity(Number(value)))}
      className={`${look} select-arrow w-19 pr-8`}
    >
      {quantityChoices(quantity, SELECTOR_MAX).map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
      {/* The field it opens needs JavaScript. */}
      {hydrated && <option value={MORE}>{SELECTOR_MAX + 1} or more</option>}
    </select>
  )
}

interface QuantityInputProps {
  of: string
  quantity: number
  /** What was typed; undefined: as it was. */
  onDone: (quantity: number | undefined) => void
}

/** Enter, and leaving the field, take what was typed; Escape leaves it as it was. */
function QuantityInput({ of, quantity, onDone }: QuantityInputProps) {
  const field = useArrival<HTMLInputElement>()
  const [typed, setTyped] = useState(quantity > SELECTOR_MAX ? String(quantity) : '')
  const wanted = readQuantity(typed)
  const isWrong = typed !== '' && wanted === undefined

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onDone(undefined)
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (!isWrong) onDone(wanted)
  }

  return (
    <>
      <input
        ref={field}
        name="quantity"
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        aria-label={`Quantity, ${of}, up to ${MAX_QUANTITY}`}
        aria-invalid={isWrong || undefined}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => onDone(wanted)}
        className={`${look} w-19 pr-3 ${isWrong ? 'border-madder-700' : ''}`}
      />
      {isWrong && (
        <span role="alert" className="font-semibold text-madder-700 text-sm">
          1 to {MAX_QUANTITY}
        </span>
      )}
    </>
  )
}
