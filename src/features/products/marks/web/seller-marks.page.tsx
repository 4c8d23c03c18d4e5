import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { listEndingMarks } from '#features/catalog/marks/marks.contract.ts'
import { ASKED_DAYS } from '#features/catalog/marks/marks.rules.ts'
import { formatDay, readDay } from '#shared/day.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, askedPage, sellerMeta } from '#web/seller-page.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Name } from '#web/ui/name.tsx'
import { NoneFit, SellerList } from '#web/ui/seller-list.tsx'

const title = 'Marks that end'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, '/seller/marks')

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  askAsSeller(context, (api) => api(listEndingMarks, { query: { page: askedPage(request) } }))

/** Marks to renew or to take away, the first to end first. */
export default function SellerMarksPage() {
  const list = useLoaderData<typeof loader>()
  if (!list) return null
  const { marks, total } = list
  return (
    <SellerList
      title={title}
      text={`Marks that end within ${ASKED_DAYS} days, and those that have ended: shoppers do not see them any more. Renew a mark with its new certificate, or take it away.`}
      pages={list}
      empty={
        marks.length === 0 &&
        (total === 0 ? (
          <EmptyState title="No mark ends soon" text="The shop asks 30 days before, here and by mail." art="spool" />
        ) : (
          <NoneFit title="No more marks" clear="First page" />
        ))
      }
    >
      <ul aria-label="Marks that end">
        {marks.map(({ product, kind, name, validUntil, hasEnded }) => (
          <li key={product._id + kind} className="wrap-anywhere border-line border-b px-4 py-3">
            <Link to={`/seller/product-list/${product._id}`} className="link inline-block py-1">
              <Name>{product.name}</Name>
            </Link>
            <p className={`text-sm ${hasEnded ? 'font-semibold text-madder-700' : 'text-ink-soft'}`}>
              {`${name}: ${hasEnded ? 'ended on' : 'valid until'} ${formatDay(readDay(validUntil))}`}
            </p>
          </li>
        ))}
      </ul>
    </SellerList>
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="the marks" />
