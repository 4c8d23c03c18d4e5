import { useEffect } from 'react'
import {
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from 'react-router'
import { lookUpReturned } from '#features/payments/web/returning.ts'
import { apiContext, findPageContext, visitContext } from '#web/api-context.ts'
import { pageMeta } from '#web/seo.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ASK_AGAIN_MS, LOADER_REDIRECT_MS, loaderTitle, paymentWords, safeLoaderTarget } from './loader.rules.ts'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  pageMeta(matches, { title: titleOf(loaderData), path: '/loader', noindex: true })

/** The way back from a payment leads here: the shop asks what became of it, and says so. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const next = new URL(request.url).searchParams.get('next')
  const target = safeLoaderTarget(next, context.get(findPageContext))
  const maybePaid = target === '/my-orders' && context.get(visitContext).sessions.includes('user')
  const returned = maybePaid ? await lookUpReturned(context.get(apiContext)) : undefined
  const isPaid = returned?.result === 'paid'
  const url = isPaid ? `${target}?placed=${returned.orderId}` : target
  const goesOn = next !== null
  return { target, returned, goesOn, isPaid, url, goesOnAfter: goesOn ? `${SECONDS};url=${url}` : undefined }
}

const SECONDS = LOADER_REDIRECT_MS / 1000

type Loaded = Awaited<ReturnType<typeof loader>> | undefined

const titleOf = (loaded: Loaded) =>
  loaded?.returned ? paymentWords(loaded.returned).title : loaderTitle(loaded?.target ?? '/')

/** A pause between two pages, such as after a payment. Without `next` there is nowhere to go on to. */
export default function LoaderPage() {
  const loaded = useLoaderData<typeof loader>()
  const { returned, goesOn, isPaid, url } = loaded
  const navigate = useNavigate()
  useAskAgain(returned?.result === 'awaiting')

  // A timer. The page replaces itself in the history, else Back would lead here again.
  useEffect(() => {
    if (!goesOn) return
    const goOn = () => {
      // The payment has emptied the cart, which this document does not know.
      if (isPaid) window.location.replace(url)
      else navigate(url, { replace: true })
    }
    const timer = setTimeout(goOn, LOADER_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [goesOn, isPaid, url, navigate])

  return (
    <div className="wrap grid min-h-96 place-content-center justify-items-center gap-3.5 py-empty text-center">
      <div role="status" className="grid justify-items-center gap-3.5">
        <Sign result={returned?.result} />
        <h1 className="text-3xl">{titleOf(loaded)}</h1>
        {returned && <p className="max-w-sentence">{paymentWords(returned).text}</p>}
        {goesOn && <p className="text-ink-soft">{`This takes about ${SECONDS} seconds.`}</p>}
      </div>
      <Link to={url} replace reloadDocument={isPaid} className="link inline-flex min-h-11 items-center">
        {goesOn ? 'Go now' : 'Go to home'}
      </Link>
    </div>
  )
}

function Sign({ result }: { result: string | undefined }) {
  if (result === 'paid') return <Icon name="check" size="lg" className="text-neem-700" />
  if (result === 'cancelled') return <Icon name="warn" size="lg" className="text-madder-700" />
  return <Spinner size="lg" className="text-neel-700" />
}

/** While a payment is on its way, the page asks for it again; the page goes on all the same. */
function useAskAgain(isWanted: boolean) {
  const { revalidate } = useRevalidator()
  // A timer.
  useEffect(() => {
    if (!isWanted) return
    const timer = setInterval(revalidate, ASK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isWanted, revalidate])
}
