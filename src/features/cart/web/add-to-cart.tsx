import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { CART_ICON, Icon, IconAgain } from '#web/ui/icon.tsx'
import { useCart } from './cart-context.tsx'

const TICK_MS = 2000

export interface BuyableProduct {
  _id: string
  name: string
  inStock: boolean
  /** Stock, where it is low and counted. */
  left?: number | undefined
}

/** On cards it becomes the stepper, which the server puts into pages made for nobody, by `data-cart-…` (docs/decisions/0025). */
export function AddToCart({ product, look }: { product: BuyableProduct; look: 'card' | 'page' }) {
  return look === 'card' ? <CardButton product={product} /> : <PageButton product={product} />
}

function CardButton({ product }: { product: BuyableProduct }) {
  const cart = useCart()
  const quantity = cart.quantityOf(product._id)
  const place = useRef<HTMLDivElement>(null)
  const acted = useRef(false)
  const inCart = quantity > 0

  // Button and stepper replace each other; the focus stays in place.
  useEffect(() => {
    if (!acted.current) return
    acted.current = false
    place.current?.querySelector<HTMLButtonElement>(inCart ? '[data-add]' : 'button')?.focus()
  }, [inCart])

  return (
    <div data-cart-card={product.name} ref={place} className="md:w-40">
      {inCart ? (
        <Stepper
          product={product}
          quantity={quantity}
          onEmpty={() => {
            acted.current = true
          }}
        />
      ) : (
        <AddForm
          onAdd={() => {
            acted.current = true
            cart.add(product)
          }}
        >
          <Button type="submit" {...carrying(product)} variant="card" size="card" block disabled={!product.inStock}>
            {product.inStock ? (
              <>
                <IconAgain id={CART_ICON} size="sm" />
                <span>
                  Add to Cart<span className="sr-only">{`: ${product.name}`}</span>
                </span>
              </>
            ) : (
              'Out of stock'
            )}
          </Button>
        </AddForm>
      )}
    </div>
  )
}

function PageButton({ product }: { product: BuyableProduct }) {
  const cart = useCart()
  const quantity = cart.quantityOf(product._id)
  const [added, showAdded] = useShortly(TICK_MS)
  const place = useRef<HTMLDivElement>(null)

  return (
    <div data-cart-page={product.name} ref={place} className="flex gap-2.5">
      <AddForm
        onAdd={() => {
          cart.add(product)
          showAdded()
        }}
      >
        <Button type="submit" {...carrying(product)} block disabled={!product.inStock} className="max-md:px-2">
          <Icon name={added ? 'check' : 'bag'} className="max-md:hidden" />
          {/* Shown for a moment; the button's name stays. */}
          {added && <span aria-hidden="true">Added</span>}
          <span className={added ? 'sr-only' : ''}>Add to Cart</span>
        </Button>
      </AddForm>
      {quantity > 0 && (
        <BesideButton>
          <Stepper
            product={product}
            quantity={quantity}
            tall
            onEmpty={() => place.current?.querySelector('button')?.focus()}
          />
        </BesideButton>
      )}
    </div>
  )
}

const BesideButton = ({ children }: { children: ReactNode }) => <div className="w-29 flex-none md:w-36">{children}</div>

export function BuyNow({ product }: { product: BuyableProduct }) {
  const cart = useCart()
  const navigate = useNavigate()
  return (
    <AddForm
      onAdd={() => {
        cart.add(product)
        navigate('/cart')
      }}
    >
      <Button type="submit" {...carrying(product)} variant="line" block disabled={!product.inStock}>
        Buy now
      </Button>
    </AddForm>
  )
}

/** A real form, until JavaScript has loaded. */
function AddForm({ onAdd, children }: { onAdd: () => void; children: ReactNode }) {
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    onAdd()
  }
  return (
    <form method="post" action="/cart/add" onSubmit={onSubmit} className="min-w-0 flex-1">
      {children}
    </form>
  )
}

const carrying = (product: BuyableProduct) => ({ name: 'product', value: product._id })

interface StepperProps {
  product: BuyableProduct
  quantity: number
  tall?: boolean
  onEmpty?: () => void
}

function Stepper({ product, quantity, tall = false, onEmpty }: StepperProps) {
  const cart = useCart()
  return (
    <StepperLook
      name={product.name}
      quantity={`${quantity}`}
      inStock={product.inStock}
      tall={tall}
      onRemove={() => {
        if (quantity === 1) onEmpty?.()
        cart.removeOne(product._id)
      }}
      onAdd={() => cart.add(product)}
    />
  )
}

interface StepperLookProps {
  name: string
  quantity: string
  inStock: boolean
  tall: boolean
  onRemove?: () => void
  onAdd?: () => void
}

function StepperLook({ name, quantity, inStock, tall, onRemove, onAdd }: StepperLookProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a form and a legend for two buttons
    <div
      role="group"
      aria-label={`Quantity of ${name} in cart`}
      className={`flex items-stretch rounded-xs border-control border-neel-700 bg-neel-50 text-center font-semibold text-neel-800 text-sm ${tall ? 'min-h-12' : 'min-h-11'}`}
    >
      <button
        type="button"
        aria-label="Remove one"
        className="grid w-11 flex-none place-items-center hover:bg-neel-100"
        onClick={onRemove}
      >
        <Icon name="minus" size="sm" />
      </button>
      <span aria-live="polite" className="min-w-0 flex-1 self-center whitespace-nowrap">
        <span>{quantity}</span>
        <span className={tall ? 'max-md:sr-only' : ''}> in cart</span>
      </span>
      <button
        type="button"
        data-add
        aria-label="Add one more"
        className="grid w-11 flex-none place-items-center hover:bg-neel-100"
        disabled={!inStock}
        onClick={onAdd}
      >
        <Icon name="plus" size="sm" />
      </button>
    </div>
  )
}

type Place = 'card' | 'page'
type InCart = Pick<StepperLookProps, 'name' | 'quantity' | 'inStock'>

/** Shows a product in the cart: on a card instead of the form, on the product page after it. */
export const InCart = ({ place, ...product }: InCart & { place: Place }) =>
  place === 'card' ? (
    <StepperLook {...product} tall={false} />
  ) : (
    <BesideButton>
      <StepperLook {...product} tall />
    </BesideButton>
  )

function useShortly(ms: number) {
  const [shown, setShown] = useState(0)
  useEffect(() => {
    if (shown === 0) return
    const timer = setTimeout(() => setShown(0), ms)
    return () => clearTimeout(timer)
  }, [shown, ms])
  return [shown > 0, () => setShown((count) => count + 1)] as const
}
