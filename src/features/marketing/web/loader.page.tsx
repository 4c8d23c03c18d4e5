import { useEffect } from 'react'
import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData, useNavigate } from 'react-router'
import { lookUpPayment } from '#features/payments/web/returning.ts'
import { apiContext, findPageContext, visitContext } from '#web/api-context.ts'
import { pageMeta } from '#web/seo.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { LOADER_REDIRECT_MS, loaderTitle, safeLoaderTarget } from './loader.rules.ts'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  pageMeta(matches, { title: loaderTitle(loaderData?.target ?? '/'), path: '/loader', noindex: true })

/** The way back from a payment leads here: the shop asks what became of it, so that the orders show it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const next = new URL(request.url).searchParams.get('next')
  const target = safeLoaderTarget(next, context.get(findPageContext))
  const maybePaid = target === '/my-orders' && context.get(visitContext).hasSession
  const payment = maybePaid ? await lookUpPayment(context.get(apiContext)) : undefined
  return { target, paid: payment?.result === 'paid' ? payment.orderId : undefined, goesOn: next !== null }
}

/** A pause between two pages, such as after a payment. Without `next` there is nowhere to go on to. */
export default function LoaderPage() {
  const { target, paid, goesOn } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const url = paid ? `${target}?placed=${paid}` : target
  const seconds = LOADER_REDIRECT_MS / 1000

  // A timer. The page replaces itself in the history, else Back would lead here again.
  useEffect(() => {
    if (!goesOn) return
    const goOn = () => {
      // The payment has emptied the cart, which this document does not know.
      if (paid) window.location.replace(url)
      else navigate(url, { replace: true })
    }
    const timer = setTimeout(goOn, LOADER_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [goesOn, paid, url, navigate])

  return (
    <div className="wrap grid min-h-96 place-content-center justify-items-center gap-3.5 py-empty text-center">
      {goesOn && (
        <noscript>
          <meta httpEquiv="refresh" content={`${seconds};url=${url}`} />
        </noscript>
      )}
      <div role="status" className="grid justify-items-center gap-3.5">
        <Spinner size="lg" className="text-neel-700" />
        <h1 className="text-3xl">{loaderTitle(target)}</h1>
        {goesOn && <p className="text-ink-soft">This takes about {seconds} seconds.</p>}
      </div>
      <Link to={url} replace reloadDocument={paid !== undefined} className="link inline-flex min-h-11 items-center">
        {goesOn ? 'Go now' : 'Go to home'}
      </Link>
    </div>
  )
}
