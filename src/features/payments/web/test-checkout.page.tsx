import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import type { Api } from '#shared/api-client.ts'
import { AppError } from '#shared/app-error.ts'
import { isId } from '#shared/ids.ts'
import { formatRupees } from '#shared/money.ts'
import { apiContext } from '#web/api-context.ts'
import { formText } from '#web/forms/form-text.ts'
import { pageMeta } from '#web/seo.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { getTestCheckout, payTestCheckout } from '../built-in-checkout.contract.ts'

export const meta: MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { title: 'Test checkout', path: location.pathname, noindex: true })

export { headers } from '#web/private-page.ts'

async function findCheckout(api: Api, id: string) {
  if (!isId(id)) throw data(null, { status: 404 })
  try {
    return (await api(getTestCheckout, { params: { id } })).checkout
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.status === 401) throw redirect(`/login?next=/test-checkout/${id}`)
    if (error.status === 404) throw data(null, { status: 404 })
    throw error
  }
}

export const loader = ({ params, context }: LoaderFunctionArgs) =>
  findCheckout(context.get(apiContext), params.id ?? '')

/** The buttons lead where a payment service would. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const api = context.get(apiContext)
  const { _id: id, cancelPath } = await findCheckout(api, params.id ?? '')
  const intent = formText(await request.formData(), 'intent')
  if (intent === 'cancel') return redirect(cancelPath)
  if (intent === 'decline') return redirect(`/test-checkout/${id}?declined=1`)
  try {
    return redirect((await api(payTestCheckout, { params: { id } })).successPath)
  } catch (error) {
    if (error instanceof AppError && error.status === 409) return redirect(`/test-checkout/${id}`)
    throw error
  }
}

/** Stands in for a payment service's page: one plain form, also without JavaScript, after which the shop loads afresh. */
export default function TestCheckoutPage() {
  const { amount, state, successPath } = useLoaderData<typeof loader>()
  const [searchParams] = useSearchParams()
  return (
    <div className="wrap pt-8 pb-section">
      <div className="grid max-w-form gap-6">
        <h1 className="text-4xl">Test checkout</h1>
        <Notice tone="wait">
          <b>Test checkout. No money moves.</b> It stands in for a payment service’s page.
        </Notice>
        {state === 'open' && (
          <>
            {searchParams.has('declined') && (
              <Notice tone="bad" role="alert">
                The bank declined this test payment.
              </Notice>
            )}
            <p className="border-line border-y py-4">
              <span className="block text-ink-soft">To pay</span>
              <span className="font-semibold text-2xl">{formatRupees(amount)}</span>
            </p>
            <form method="post" className="flex flex-wrap gap-3">
              <Button type="submit" name="intent" value="pay" className="max-sm:w-full">
                Pay
              </Button>
              <Button type="submit" name="intent" value="decline" variant="line">
                Decline
              </Button>
              <Button type="submit" name="intent" value="cancel" variant="quiet">
                Cancel
              </Button>
            </form>
          </>
        )}
        {state === 'paid' && (
          <Closed
            text={`This test payment of ${formatRupees(amount)} is done.`}
            to={successPath}
            way="See your order"
          />
        )}
        {state === 'expired' && (
          <Closed
            text="This checkout can no longer be paid. Nothing was charged."
            to="/my-orders"
            way="See your orders"
          />
        )}
      </div>
    </div>
  )
}

function Closed({ text, to, way }: { text: string; to: string; way: string }) {
  return (
    <>
      <p className="text-lg">{text}</p>
      <p>
        <ButtonLink to={to} reloadDocument prefetch="none">
          {way}
        </ButtonLink>
      </p>
    </>
  )
}
