import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { hrefOf } from '#shared/endpoint.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, askedPage, SELLER_PAGE_SIZE, sellerMeta } from '#web/seller-page.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Name } from '#web/ui/name.tsx'
import { NoneFit, SellerList } from '#web/ui/seller-list.tsx'
import { SpreadsheetHint } from '#web/ui/spreadsheet-hint.tsx'
import { googleFeed, listRefused, metaFeed } from '../feeds.contract.ts'

const title = 'Feeds'
const page = '/seller/feeds'

const feeds = [
  { platform: 'Google Merchant Center', path: hrefOf(googleFeed) },
  { platform: 'Facebook and Instagram', path: hrefOf(metaFeed) },
]

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, page)

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  askAsSeller(context, (api) => api(listRefused, { query: { page: askedPage(request), limit: SELLER_PAGE_SIZE } }))

/** Where platforms fetch the products, and the products that they would refuse. */
export default function SellerFeedsPage() {
  const list = useLoaderData<typeof loader>()
  if (!list) return null
  const { products, total } = list
  return (
    <SellerList
      title={title}
      text="Give these addresses to the platforms. They fetch all products of the shop from there, at the price that is paid, once a day."
      filters={<Addresses />}
      pages={list}
      empty={
        products.length === 0 &&
        (total === 0 ? (
          <EmptyState
            title="No product would be refused"
            text="What a platform does not take is listed here, with the reason."
            art="spool"
          />
        ) : (
          <NoneFit title="No more products" clear="First page" />
        ))
      }
    >
      <h2 className="border-line border-b px-4 py-3 text-lg">
        {total === 1 ? '1 product would be refused' : `${total.toLocaleString('en-IN')} products would be refused`}
      </h2>
      <ul aria-label="Products that would be refused">
        {products.map(({ _id, name, problems }) => (
          <li key={_id} className="wrap-anywhere border-line border-b px-4 py-3">
            <Link to={`/seller/product-list/${_id}`} className="link inline-block py-1">
              <Name>{name}</Name>
            </Link>
            <ul className="text-ink-soft text-sm">
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </SellerList>
  )
}

function Addresses() {
  const { publicUrl } = useSettings()
  return (
    <div className="grid gap-3 cart:col-span-full">
      <dl className="wrap-anywhere grid gap-3">
        {feeds.map(({ platform, path }) => (
          <div key={path}>
            <dt className="text-ink-soft text-sm">{platform}</dt>
            <dd>
              {/* A file of the server, not a page. */}
              <a href={path} className="link">
                {publicUrl + path}
              </a>
            </dd>
          </div>
        ))}
      </dl>
      <SpreadsheetHint isCsvAlone />
    </div>
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="the feeds" />
