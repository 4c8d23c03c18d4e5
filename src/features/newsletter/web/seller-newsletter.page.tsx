import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { formatDay } from '#shared/day.ts'
import { hrefOf } from '#shared/endpoint.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, askedPage, sellerMeta } from '#web/seller-page.ts'
import { DownloadLink } from '#web/ui/button.tsx'
import { ColumnHeads } from '#web/ui/column-heads.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { SellerList } from '#web/ui/seller-list.tsx'
import { SpreadsheetHint } from '#web/ui/spreadsheet-hint.tsx'
import { exportSubscriptions, listSubscriptions } from '../newsletter.contract.ts'

const title = 'Newsletter'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, '/seller/newsletter')

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  askAsSeller(context, (api) => api(listSubscriptions, { query: { page: askedPage(request) } }))

export default function SellerNewsletterPage() {
  const list = useLoaderData<typeof loader>()
  if (!list) return null
  const { subscriptions, total, counts } = list
  return (
    <SellerList
      title={title}
      text={readersText(counts)}
      actions={total > 0 && <DownloadLink href={hrefOf(exportSubscriptions)}>Export as CSV</DownloadLink>}
      pages={list}
      empty={
        subscriptions.length === 0 && (
          <EmptyState
            title="No subscribers yet"
            text="The form is at the foot of every page of the shop."
            art="spool"
          />
        )
      }
    >
      <SpreadsheetHint isCsvAlone className="border-line border-b px-4 py-3" />
      <table className="w-full">
        <ColumnHeads
          columns={{ Email: '', Since: 'max-md:hidden', Confirmed: '' }}
          cell="px-4 py-3"
          className="border-line border-b bg-kora text-left text-sm"
        />
        <tbody>
          {subscriptions.map(({ email, isConfirmed, subscribedAt }) => (
            <tr key={email} className="border-line border-b">
              <td className="wrap-anywhere px-4 py-3">{email}</td>
              <td className="px-4 py-3 text-ink-soft text-sm max-md:hidden">{formatDay(subscribedAt)}</td>
              <td className="px-4 py-3">
                {isConfirmed ? <Pill tone="ok">Yes</Pill> : <Pill tone="wait">Not yet</Pill>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </SellerList>
  )
}

/** Who gets the newsletter; and who has not opened the link that confirms the address. */
function readersText({ confirmed, waiting }: { confirmed: number; waiting: number }) {
  const readers = `${confirmed.toLocaleString('en-IN')} confirmed ${confirmed === 1 ? 'reader' : 'readers'}`
  const many = waiting.toLocaleString('en-IN')
  return waiting === 0 ? readers : `${readers}, ${many} ${waiting === 1 ? 'waits' : 'wait'} for confirmation`
}

export const ErrorBoundary = () => <SellerFailed title={title} what="the newsletter list" />
