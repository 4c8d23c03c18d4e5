import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useLoaderData,
} from 'react-router'
import { addressFields, splitName } from '#features/addresses/address-form.rules.ts'
import { addAddress, changeAddress, listAddresses } from '#features/addresses/addresses.contract.ts'
import { AddressForm } from '#features/addresses/web/address-form.tsx'
import { findShopper } from '#features/auth/web/find-shopper.ts'
import { countItems } from '#features/cart/cart.rules.ts'
import { useCart } from '#features/cart/web/cart-context.tsx'
import { listProducts, type Product } from '#features/catalog/catalog.contract.ts'
import { priceOrder } from '#features/orders/orders.pricing.ts'
import { TAX_PERCENT } from '#features/prices/prices.tax.ts'
import { readFields } from '#shared/form-fields.ts'
import { formatRupees } from '#shared/money.ts'
import { apiContext, settingsContext, visitContext } from '#web/api-context.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { pageMeta } from '#web/seo.ts'
import { PageIcon } from '#web/ui/page-icon.tsx'
import { CategoryDrawing, Picture } from '#web/ui/picture.tsx'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData?.id ? 'Change an address' : 'Add an address',
    path: '/add-address',
    noindex: true,
  })

export { headers } from '#web/private-page.ts'

/** Where one came from and goes back to. */
const wayBack = (searchParams: URLSearchParams) => (searchParams.get('from') === 'account' ? '/account' : '/cart')

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = context.get(apiContext)
  const shopper = await findShopper(api, context.get(visitContext))
  const { searchParams } = new URL(request.url)
  const back = wayBack(searchParams)
  if (!shopper) throw redirect(back)
  const id = searchParams.get('id') ?? undefined
  const ids = Object.keys(shopper.cartItems)
  const [{ addresses }, { products }] = await Promise.all([
    api(listAddresses),
    ids.length > 0 ? api(listProducts, { query: { ids: ids.join(',') } }) : { products: [] },
  ])
  const saved = addresses.find((address) => address._id === id)
  if (id && !saved) throw data(null, { status: 404 })
  const empty = {
    street: '',
    zipcode: '',
    city: '',
    state: '',
    country: context.get(settingsContext).shipTo[0] ?? 'India',
    phone: '',
  }
  const start = saved ?? { ...empty, ...splitName(shopper.name), email: shopper.email }
  return { id, back, start, isDefault: saved?.isDefault ?? false, products }
}

export function action(args: ActionFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const id = searchParams.get('id')
  return answerForm(args, async (api, form) => {
    const body = { ...readFields(addressFields, form), isDefault: form.has('isDefault') }
    const { message, address } = id
      ? await api(changeAddress, { params: { id }, body })
      : await api(addAddress, { body })
    const back = wayBack(searchParams)
    // The address just saved is chosen at checkout.
    return { message, to: back === '/cart' ? `${back}?address=${address._id}` : back }
  })
}

export default function AddAddressPage() {
  const { id, back, start, isDefault, products } = useLoaderData<typeof loader>()
  return (
    <div className="wrap pt-6 pb-section">
      <p className="mb-4">
        <Link to={back} className="link inline-flex min-h-11 items-center gap-1">
          <PageIcon name="chevron-left" size="sm" />
          {back === '/cart' ? 'Back to cart' : 'Back to your account'}
        </Link>
      </p>
      <h1 className="mb-6 text-4xl">{id ? 'Change an address' : 'Add an address'}</h1>
      <div className="flex flex-col gap-10 lg:flex-row lg:justify-between">
        <div className="min-w-0 max-w-form lg:flex-1">
          <AddressForm key={id} back={back} start={start} isDefault={isDefault} />
        </div>
        <InYourCart products={products} />
      </div>
    </div>
  )
}

const MAX_THUMBS = 4

/** What the address is for. */
function InYourCart({ products }: { products: Product[] }) {
  const { quantityOf } = useCart()
  const lines = products
    .filter((product) => product.inStock && quantityOf(product._id) > 0)
    .map((product) => ({ product, offerPricePaise: product.offerPrice, quantity: quantityOf(product._id) }))
  if (lines.length === 0) return null
  const { subtotalPaise, totalPaise } = priceOrder(lines)
  const units = lines.reduce((sum, line) => sum + line.quantity, 0)
  return (
    <aside
      className="self-stretch bg-kora p-5 md:p-7 lg:sticky lg:top-6 lg:w-84 lg:flex-none lg:self-start"
      aria-label="Your cart"
    >
      <h2 className="heading-plain mb-3 text-lg leading-snug">In your cart</h2>
      <ul className="mb-4 flex gap-2">
        {lines.slice(0, MAX_THUMBS).map(({ product }) => (
          <li key={product._id}>
            {product.images[0] ? (
              <Picture
                picture={product.images[0]}
                category={product.category}
                sizes="56px"
                maxWidth={160}
                alt={product.name}
                className="size-14"
              />
            ) : (
              <CategoryDrawing category={product.category} className="size-14" />
            )}
          </li>
        ))}
      </ul>
      <div className="grid gap-2">
        <p className="flex justify-between gap-4">
          <span>{countItems(units)}</span>
          <span>{formatRupees(subtotalPaise)}</span>
        </p>
        <p className="mt-1 flex items-baseline justify-between gap-4 border-line-strong border-t pt-3 font-semibold text-lg">
          <span>{`Total with ${TAX_PERCENT}% tax`}</span>
          <span>{formatRupees(totalPaise)}</span>
        </p>
      </div>
    </aside>
  )
}
