import { type Ref, useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { useCart } from '#features/cart/web/cart-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { CartLineItem, RemovedLine } from './cart-line.tsx'
import { useCartLines } from './use-cart-lines.ts'

/** The cart's lines; one that was taken out keeps its place, until the page is left, and can be brought back. */
export function useCartRows(loaded: Parameters<typeof useCartLines>[0]) {
  const cart = useCart()
  const { lines, problem, reload } = useCartLines(loaded)
  const [removed, setRemoved] = useState<Record<string, number>>({})
  const [restored, setRestored] = useState<string>()
  const told = JSON.stringify(
    Object.fromEntries(
      lines.flatMap(({ id, state, available = 0 }) =>
        state === 'loading' ? [] : [[id, state === 'ok' ? null : available]],
      ),
    ),
  )
  const tellLimits = useEffectEvent(cart.tellLimits)
  // The badge stands above this page, and goes on counting so on the next one.
  useEffect(() => tellLimits(JSON.parse(told)), [told])
  return {
    rows: lines.filter(({ id, quantity }) => quantity > 0 || removed[id]),
    problem,
    reload,
    /** Takes the focus: it has just come back. */
    restored,
    remove: (id: string, quantity: number) => {
      setRemoved({ ...removed, [id]: quantity })
      cart.removeLine(id)
    },
    undo: (id: string) => {
      cart.restoreLine(id, removed[id] ?? 1)
      setRestored(id)
    },
  }
}

/** The lines, over them what is wrong with the cart. */
export function CartItems({ ref, list }: { ref: Ref<HTMLUListElement>; list: ReturnType<typeof useCartRows> }) {
  const cart = useCart()
  return (
    <section aria-labelledby="items-title">
      <h2 id="items-title" className="sr-only">
        Items
      </h2>
      {cart.syncFailed && (
        <Notice tone="bad" role="status" className="mb-4" action={<TryAgain onPress={cart.retry} />}>
          We could not save your cart. It is kept on this device.
        </Notice>
      )}
      {list.problem && (
        <Notice tone="bad" role="alert" className="mb-4" action={<TryAgain onPress={list.reload} />}>
          Your cart did not load. {list.problem}
        </Notice>
      )}
      <ul ref={ref} className="border-line border-b pb-1">
        {list.rows.map((line) =>
          line.quantity > 0 ? (
            <CartLineItem
              key={line.id}
              line={line}
              focus={list.restored === line.id}
              onQuantity={(quantity) => cart.setQuantity(line.id, quantity)}
              onRemove={() => list.remove(line.id, line.quantity)}
            />
          ) : (
            <RemovedLine
              key={`${line.id} removed`}
              name={line.product?.name ?? 'One product'}
              onUndo={() => list.undo(line.id)}
            />
          ),
        )}
      </ul>
      <p className="pt-4">
        <Link to="/products" className="link touch">
          Continue shopping
        </Link>
      </p>
    </section>
  )
}

function TryAgain({ onPress }: { onPress: () => void }) {
  return (
    <Button variant="plain" size="sm" onClick={onPress}>
      Try again
    </Button>
  )
}
