import { useState } from 'react'
import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { LoginFirst } from '#features/auth/web/login-first.tsx'
import { returnsText } from '#features/catalog/catalog.returns.ts'
import { getMyOrder } from '#features/orders/orders.contract.ts'
import { canWithdraw } from '#features/orders/returns.states.ts'
import { formatDay } from '#shared/day.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { useArrival } from '#web/hooks/use-arrival.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { pageMeta } from '#web/seo.ts'
import { askAsShopper } from '#web/shopper-page.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { PostRefused } from '#web/ui/post-refused.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import { listMyReturns, type Return, withdrawReturn } from '../returns.contract.ts'
import { ReturnForm } from './return-form.tsx'
import { ShownReturn } from './shown-return.tsx'

export const meta: MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { title: 'Return or exchange', path: location.pathname, noindex: true })

export { headers } from '#web/private-page.ts'

/** With `needsLogin` the server renders the login modal too. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = params.id ?? ''
  const found = await askAsShopper(context, async (api) => {
    const [{ order }, { returns, left = [] }] = await Promise.all([
      api(getMyOrder, { params: { id } }),
      api(listMyReturns, { query: { order: id } }),
    ])
    return { order, returns, left }
  })
  return { needsLogin: !found, found }
}

/** Withdraws; the form itself sends a request, with its photos. */
export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const { message } = await api(withdrawReturn, { params: { id: formText(form, 'id') } })
    return { message, back: args.url.pathname }
  })

export default function ReturnPage() {
  const { found } = useLoaderData<typeof loader>()
  const { returnDays, supportEmail } = useSettings()
  const [hasAsked, setAsked] = useState(false)
  // A new length shows that the list has come.
  const heading = useArrival<HTMLHeadingElement>(hasAsked && found?.returns.length)
  if (!found) return <LoginFirst title="Log in to return something" text="It is for whoever placed the order." />
  const { order, returns, left } = found
  const canAsk = left.some(({ quantity }) => quantity > 0)
  return (
    <div className="wrap pt-6 pb-section">
      <div className="mx-auto grid max-w-prose gap-6">
        <div>
          <BackLink to="/my-orders">My orders</BackLink>
          <h1 className="mt-2 text-4xl">Return or exchange</h1>
          <p className="mt-1.5 text-ink-soft text-lg leading-lede">
            Order #{order.number}, placed {formatDay(order.createdAt)}. {returnsText(returnDays)}.{' '}
            <Link to="/returns" className="link">
              How it works
            </Link>
          </p>
        </div>
        <PostRefused />
        {returns.length > 0 && (
          <section aria-labelledby="asked" className="grid gap-4">
            <h2 id="asked" ref={heading} tabIndex={-1} className="text-2xl">
              What you asked for
            </h2>
            {returns.map((one) => (
              <MyReturn key={one._id} shown={one} />
            ))}
          </section>
        )}
        {canAsk ? (
          <section aria-labelledby="ask" className="grid gap-4">
            <h2 id="ask" className="text-2xl">
              {returns.length > 0 ? 'Return something else' : 'Tell us what to return'}
            </h2>
            <ReturnForm order={order} left={left} onAsked={() => setAsked(true)} />
          </section>
        ) : (
          <section aria-labelledby="none-left" className="grid gap-3">
            <h2 id="none-left" className="text-2xl">
              {`Nothing ${returns.length > 0 ? 'else ' : ''}can be returned`}
            </h2>
            <ul className="grid gap-1">{left.map(({ product, why }) => why && <li key={product}>{why}.</li>)}</ul>
            <p>
              Is something wrong all the same? Write to{' '}
              <a href={`mailto:${supportEmail}`} className="link wrap-anywhere">
                {supportEmail}
              </a>
              .
            </p>
          </section>
        )}
      </div>
    </div>
  )
}

const next = {
  asked: 'We look at it and write to you. Keep the pieces and their packing until then.',
  accepted: 'Please send it back now. Our mail has the address.',
  declined: '',
  withdrawn: '',
  arrived: 'It has arrived.',
  damaged: 'It has arrived.',
  closed: '',
} as const

function MyReturn({ shown }: { shown: Return }) {
  const [isWithdrawn, setWithdrawn] = useState(false)
  const { submit, busy, failed } = useSend({ onDone: () => setWithdrawn(true) })
  const heading = useArrival<HTMLHeadingElement>(isWithdrawn && !canWithdraw(shown.state))
  return (
    <article aria-label={`Return of ${formatDay(shown.askedAt)}`} className="grid gap-3 border border-line p-5">
      <ShownReturn
        shown={shown}
        heading={
          <h3 ref={heading} tabIndex={-1} className="heading-plain text-lg leading-tight">
            {shown.wish === 'refund' ? 'Return' : 'Exchange'}
          </h3>
        }
        photoLook="size-24"
      >
        {next[shown.state] && <p>{next[shown.state]}</p>}
        {canWithdraw(shown.state) && (
          <form method="post" onSubmit={submit}>
            <HiddenFields values={{ id: shown._id }} />
            <Button type="submit" variant="line" size="sm" busy={busy}>
              Withdraw it
            </Button>
          </form>
        )}
        <SendFailed failed={failed} />
      </ShownReturn>
    </article>
  )
}
