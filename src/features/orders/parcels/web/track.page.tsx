import {
  data,
  isRouteErrorResponse,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useRouteError,
} from 'react-router'
import { countItems } from '#features/cart/cart.rules.ts'
import { deliveryDatesText } from '#features/catalog/catalog.delivery.ts'
import { AppError } from '#shared/app-error.ts'
import { formatMoment } from '#shared/day.ts'
import { apiContext } from '#web/api-context.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { ErrorPage } from '#web/layouts/error-page.tsx'
import { notFoundPage } from '#web/not-found-page.ts'
import { pageMeta } from '#web/seo.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { DemoMark } from '#web/ui/demo-mark.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { progressOfParcel } from '../../orders.progress.ts'
import { ProgressLine } from '../../web/order-progress.tsx'
import { type TrackedParcel, trackParcel } from '../track.contract.ts'
import { titles, trackedEvents, whatToDo } from '../track.words.ts'
import { ShareButtons } from './share-parcel.tsx'

/** The link is known to those who were given it: for no search engine, and kept nowhere. */
export { headers } from '#web/private-page.ts'

const pageOf = (token: string) => `/track/${token}`

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData, params }) =>
  pageMeta(matches, {
    title: loaderData ? titles[loaderData.parcel.status] : 'Parcel not found',
    description: 'Where the parcel is, step by step.',
    path: pageOf(params.token ?? ''),
    noindex: true,
  })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { token = '' } = params
  try {
    return { ...(await context.get(apiContext)(trackParcel, { params: { token } })), token }
  } catch (error) {
    if (error instanceof AppError && error.status === 429) throw data(error.message, { status: 429 })
    throw notFoundPage(error)
  }
}

/** Where one parcel is, for anybody with its link: our own steps, without name, place or amount. */
export default function TrackPage() {
  const { parcel, token } = useLoaderData<typeof loader>()
  const { storeName, supportEmail } = useSettings()
  const { status, number, parcels, pieces, delivery, placedAt } = parcel
  const steps = progressOfParcel(parcel, placedAt)
  const advice = whatToDo[status]
  const isComing = status === 'To pack' || status === 'Packed' || status === 'Shipped'
  return (
    <div className="wrap">
      <div className="mx-auto max-w-208 pb-section">
        <p className="pt-8 text-ink-soft text-sm">
          {parcels > 1 ? `Parcel ${number} of ${parcels}` : 'The parcel'} of a {storeName} order, {countItems(pieces)}{' '}
          <DemoMark of={parcel} />
        </p>
        <h1 className="mt-1 mb-2 text-4xl">{titles[status]}</h1>
        {isComing && delivery && (
          <p className="text-ink-soft text-lg leading-lede">With you {deliveryDatesText(delivery)}.</p>
        )}
        {steps && <ProgressLine steps={steps} label="Progress" delivery={delivery} className="py-6" />}
        {advice && (
          <Notice className="my-6">
            {advice} Questions?{' '}
            <a href={`mailto:${supportEmail}`} className="link wrap-anywhere">
              Write to {supportEmail}
            </a>
          </Notice>
        )}
        <Courier parcel={parcel} trackPath={pageOf(token)} />
        <h2 className="heading-plain mt-8 mb-4 text-lg leading-snug">What happened so far</h2>
        <Events parcel={parcel} />
        <p className="mt-6 text-ink-soft text-sm">
          This page shows no name and no address, so you can share it.{' '}
          <Link to="/my-orders" className="link touch">
            Log in to see the whole order
          </Link>
        </p>
      </div>
    </div>
  )
}

function Courier({ parcel, trackPath }: { parcel: TrackedParcel; trackPath: string }) {
  const { courier, trackingNumber, trackingUrl } = parcel
  return (
    <section
      aria-label="Courier"
      className="mt-2 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 bg-kora p-5 md:p-7"
    >
      <div className="min-w-0">
        {courier || trackingNumber ? (
          <>
            <p className="wrap-anywhere text-ink-soft text-sm">{courier ?? 'Tracking number'}</p>
            {trackingNumber && <p className="figures wrap-anywhere font-semibold text-xl">{trackingNumber}</p>}
          </>
        ) : (
          <p className="text-ink-soft text-sm">You will see the courier here once it has the parcel.</p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        {trackingUrl && (
          <ButtonLink to={trackingUrl} target="_blank" rel="noopener nofollow" prefetch="none">
            Track on the courier’s site
          </ButtonLink>
        )}
        <ShareButtons trackPath={trackPath} />
      </div>
    </section>
  )
}

function Events({ parcel }: { parcel: TrackedParcel }) {
  return (
    <ol>
      {trackedEvents(parcel).map(({ text, at }, place, { length }) => {
        const { day, time } = formatMoment(at)
        return (
          <li key={text} className="relative flex gap-3.5 pb-4.5 leading-snug last:pb-0">
            <span aria-hidden="true" className="mt-1.5 size-3 flex-none rounded-full bg-neel-700" />
            {place < length - 1 && (
              <span aria-hidden="true" className="absolute top-6 bottom-0 left-1.25 w-0.5 bg-neel-200" />
            )}
            <span className="wrap-anywhere min-w-0 flex-1">{text}</span>
            <time dateTime={at.toISOString()} className="whitespace-nowrap text-ink-mute text-sm">
              {day}, {time}
            </time>
          </li>
        )
      })}
    </ol>
  )
}

/** An unknown link, or one opened too often from one network, says what to do. */
export function ErrorBoundary() {
  const error = useRouteError()
  const { storeName, supportEmail } = useSettings()
  const status = isRouteErrorResponse(error) ? error.status : undefined
  if (status !== 404 && status !== 429) return <ErrorPage />
  const isMissing = status === 404
  return (
    <EmptyState
      heading="h1"
      art="stall"
      title={isMissing ? 'This link leads to no parcel' : 'Please wait a minute'}
      text={
        isMissing
          ? 'A part of it may be missing: open it again from the message it came in, or ask whoever sent it to you. Your own parcels are in My Orders.'
          : 'Parcels were looked up very often from your network just now. Open the link again in a minute.'
      }
    >
      <title>{`${isMissing ? 'Parcel not found' : 'Please wait'} | ${storeName}`}</title>
      <meta name="robots" content="noindex" />
      <div className="flex flex-wrap items-center justify-center gap-3">
        <ButtonLink to="/my-orders">My Orders</ButtonLink>
        <a href={`mailto:${supportEmail}`} className="link touch wrap-anywhere">
          Write to {supportEmail}
        </a>
      </div>
    </EmptyState>
  )
}
