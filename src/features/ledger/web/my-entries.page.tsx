import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { LoginFirst } from '#features/auth/web/login-first.tsx'
import { taxName } from '#features/prices/prices.tax.ts'
import { formatDay } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import { namedShares } from '#shared/named-shares.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { pageMeta } from '#web/seo.ts'
import { askAsShopper } from '#web/shopper-page.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { DemoMark } from '#web/ui/demo-mark.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { entryTitle } from '../ledger.words.ts'
import { getMyOrderEntries, type OrderEntry } from '../order-entries.contract.ts'
import { CheckHere } from './check-here.tsx'

export const meta: MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { title: 'Your order in the ledger', path: location.pathname, noindex: true })

export { headers } from '#web/private-page.ts'

/** With `needsLogin` the server renders the login modal too. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const found = await askAsShopper(context, (api) => api(getMyOrderEntries, { params: { id: params.id ?? '' } }))
  return { needsLogin: !found, found }
}

export default function MyEntriesPage() {
  const { found } = useLoaderData<typeof loader>()
  if (!found) return <LoginFirst title="Log in to see this order" text="It is for whoever placed the order." />
  const { order, entries } = found
  return (
    <div className="wrap pt-8 pb-section">
      <BackLink to="/my-orders" className="mb-2">
        My orders
      </BackLink>
      <h1 className="text-4xl">
        <span>Your order in the ledger</span> <DemoMark of={order} className="align-middle" />
      </h1>
      {entries.length === 0 ? (
        <EmptyState
          title="Not entered yet"
          text={`Order #${order.number} is entered once it is delivered and its money has come.`}
          art="scales"
        >
          <Link to="/ledger" className="link">
            The ledger
          </Link>
        </EmptyState>
      ) : (
        <div className="mt-4 grid max-w-prose gap-6">
          <p>
            {`This is what the ledger has of order #${order.number}. `}
            <Link to="/ledger" className="link">
              The public ledger
            </Link>{' '}
            names neither you nor your order, and no amount of a maker who does not agree to be named.
          </p>
          {entries.map((entry) => (
            <Entry key={entry.number} entry={entry} />
          ))}
          <section aria-labelledby="check" className="grid gap-3 bg-kora p-5">
            <h2 id="check" className="heading-plain text-lg leading-snug">
              Check it yourself
            </h2>
            <p className="text-sm">
              Your browser fetches the public ledger, computes each hash, and looks for these entries.{' '}
              <Link to="/ledger/check" className="link">
                How to check
              </Link>
            </p>
            <CheckHere own={entries} />
          </section>
        </div>
      )}
    </div>
  )
}

function Entry({ entry }: { entry: OrderEntry }) {
  const { storeName } = useSettings()
  const { number, at, shares, tax, row, opening } = entry
  const parts = [...namedShares(shares, storeName), { name: taxName, amount: tax }]
  return (
    <section aria-labelledby={`entry-${number}`} className="border border-line p-5">
      <h2 id={`entry-${number}`} className="heading-plain text-lg leading-snug">
        {entryTitle(entry)}
      </h2>
      <p className="text-ink-soft text-sm">{formatDay(at)}</p>
      <dl className="mt-3 grid gap-1 text-sm">
        {parts.map(({ name, amount }) => (
          <div key={name} className="flex justify-between gap-4">
            <dt>{name}</dt>
            <dd className="figures">{formatRupees(amount)}</dd>
          </div>
        ))}
      </dl>
      <details className="mt-3">
        <summary className="min-h-11 cursor-pointer content-center text-ink-soft text-sm hover:text-ink">
          What is hashed
        </summary>
        <div className="grid gap-3 text-sm">
          <p>
            The row of the file, whose last column is the hash of the rest:
            <code className="wrap-anywhere mt-1 block text-xs">{row}</code>
          </p>
          {opening && (
            <p>
              Its maker does not agree to be named, so the row has a commitment in place of pieces and amounts. It is
              the SHA-256 of this text, which only you, the maker and the shop have:
              <code className="wrap-anywhere mt-1 block text-xs">{opening}</code>
            </p>
          )}
        </div>
      </details>
    </section>
  )
}
