import type { ReactNode } from 'react'
import {
  type ActionFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  Outlet,
  redirect,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import { sellerIsAuth } from '#features/auth/auth.contract.ts'
import { safeNext } from '#features/auth/auth.rules.ts'
import { listChanges } from '#features/changes/changes.contract.ts'
import { listTroubles } from '#features/health/health.contract.ts'
import { Troubles } from '#features/health/web/seller-troubles.tsx'
import { confirmDate, getDateDoubt } from '#features/ledger/date.contract.ts'
import { listRestores, noteRestoreSeen } from '#features/ledger/restores.contract.ts'
import { DateDoubt } from '#features/ledger/web/date-doubt.tsx'
import { Restored } from '#features/ledger/web/restored.tsx'
import { getHeldMails, releaseHeldMails } from '#features/mails/mails.contract.ts'
import { HeldMails } from '#features/mails/web/held-mails.tsx'
import { listApplications } from '#features/producers/producers.contract.ts'
import { countWaitingReturns } from '#features/returns/returns.contract.ts'
import { getSecondFactor } from '#features/second-factor/second-factor.contract.ts'
import { answerLogin, rewordProof } from '#features/second-factor/web/answer-login.ts'
import { AskAgainArea } from '#features/second-factor/web/seller-ask-again.tsx'
import { SellerLogin } from '#features/second-factor/web/seller-login.tsx'
import { ProveFirst } from '#features/second-factor/web/seller-prove-first.tsx'
import { listSecondYeses } from '#features/second-yes/second-yes.contract.ts'
import { type Right, rights } from '#shared/rights.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { Restores } from '#web/restored-shop.ts'
import { Rights } from '#web/rights.ts'
import { askAsSeller, SET_UP_PAGE, sellerMeta } from '#web/seller-page.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { answerForm } from '../forms/answer-form.ts'
import { formText } from '../forms/form-text.ts'
import { ErrorPage, isSellerArea } from './error-page.tsx'
import { FocusOnHeading } from './focus-on-heading.tsx'
import { Guard } from './guard.tsx'
import { Logo } from './logo.tsx'
import { missingRights, NoRight } from './no-right.tsx'
import { PlainPage } from './plain-page.tsx'
import { SellerPending } from './seller-pending.tsx'
import { SellerSidebar, type Waiting } from './seller-sidebar.tsx'
import '../seller.css'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, 'Seller', '/seller')

export { headers } from '#web/private-page.ts'

const pendingOnes = { status: 'pending', page: '1', limit: '1' } as const

/** Null: not the seller. Then no page of the area sends anything of it. */
export async function loader({ url, context }: LoaderFunctionArgs) {
  return askAsSeller(context, async (api) => {
    const { person, asks, mustSetUp } = await api(sellerIsAuth)
    if (mustSetUp && url.pathname !== SET_UP_PAGE && !url.searchParams.has('again')) throw redirect(SET_UP_PAGE)
    const rights = mustSetUp ? [] : person.rights
    const [factor, applications, returns, changes, yeses, heldMails, date, restored, health] = await Promise.all([
      asks === 'code' ? api(getSecondFactor) : undefined,
      rights.includes('producers') ? api(listApplications, { query: pendingOnes }) : { total: 0 },
      rights.includes('orders') ? api(countWaitingReturns) : { count: 0 },
      rights.includes('catalogue') ? api(listChanges, { query: { limit: '1' } }) : { total: 0 },
      rights.includes('money') ? api(listSecondYeses) : undefined,
      rights.includes('orders') ? api(getHeldMails) : undefined,
      api(getDateDoubt),
      api(listRestores),
      api(listTroubles),
    ])
    const waiting: Waiting = {
      '/seller/producer-applications': applications.total,
      '/seller/returns': returns.count,
      '/seller/changes': changes.total,
      '/seller/second-yes': yeses?.waiting.length ?? 0,
    }
    const proof = { asks, hasPasskey: factor !== undefined && factor.passkeys.length > 0 }
    return { rights, proof, waiting, heldMails, date, restored, health }
  })
}

/** The login leads only to pages of the area. */
function safePath(path: string) {
  const next = safeNext(path)
  return isSellerArea(next) ? next : '/seller'
}

export const action = (args: ActionFunctionArgs) =>
  answerForm(
    args,
    async (api, form) => {
      const mails = formText(form, 'mails')
      if (mails === 'send' || mails === 'drop') {
        const { message } = await api(releaseHeldMails, { body: { action: mails } })
        return { message, back: '/seller' }
      }
      if (formText(form, 'date') === 'right') {
        const { message } = await api(confirmDate)
        return { message, back: '/seller' }
      }
      if (formText(form, 'restore') === 'seen') {
        const { message } = await api(noteRestoreSeen)
        return { message, back: '/seller' }
      }
      return answerLogin(api, form, safePath(formText(form, 'next')))
    },
    { reword: rewordProof },
  )

export default function SellerLayout() {
  const area = useLoaderData<typeof loader>()
  const { pathname, key, search } = useLocation()
  const params = new URLSearchParams(search)
  const again = params.get('again')
  return (
    <Guard fallback={<PlainPage />}>
      {area ? (
        <AskAgainArea proof={area.proof}>
          <Frame {...area}>
            <Troubles {...area.health} />
            {area.rights.includes('team') && <DateDoubt {...area.date} />}
            {area.rights.includes('money') && <Restored {...area.restored} />}
            {area.heldMails && <HeldMails {...area.heldMails} />}
            <SellerPending>
              <Guard fallback={<ErrorPage />} page={key}>
                <Restores value={area.restored.restores}>
                  {again === null ? <Outlet /> : <ProveFirst proof={area.proof} next={again} />}
                </Restores>
              </Guard>
            </SellerPending>
          </Frame>
        </AskAgainArea>
      ) : (
        <SellerLogin />
      )}
      <FocusOnHeading page={area ? pathname : `login ${params.get('step')}`} />
      <Toaster />
    </Guard>
  )
}

export function ErrorBoundary() {
  const area = useRouteLoaderData<typeof loader>('web/layouts/seller.layout')
  const needed = missingRights(useRouteError())
  return (
    <Guard fallback={<PlainPage />}>
      <Frame waiting={area?.waiting ?? {}} rights={area?.rights ?? rights}>
        {needed ? <NoRight needed={needed} /> : <ErrorPage />}
        <Toaster />
      </Frame>
    </Guard>
  )
}

interface FrameProps {
  waiting: Waiting
  rights: readonly Right[]
  children: ReactNode
}

function Frame({ waiting, rights, children }: FrameProps) {
  return (
    <Rights value={rights}>
      <div className="grid screen-high grid-cols-1 grid-rows-[auto_auto_1fr] bg-kora nav:grid-cols-seller nav:grid-rows-[auto_1fr] print:block print:bg-paper">
        <SkipLink to="main" className="-top-16 left-4 z-(--z-toast) focus:top-2">
          Skip to content
        </SkipLink>
        <header className="flex min-h-16 items-center gap-4 border-line border-b bg-paper px-4 py-2 nav:col-span-full nav:px-6 print:hidden">
          <Logo className="text-2xl" />
          <span className="rounded-xs border border-line-strong px-2.5 py-1 font-semibold text-sm leading-tight">
            Seller
          </span>
          <div className="ml-auto flex items-center gap-4">
            <Link to="/" className="link inline-flex min-h-11 items-center text-sm max-md:hidden">
              View shop
            </Link>
            <Logout />
          </div>
        </header>
        <SellerSidebar waiting={waiting} />
        <main id="main" tabIndex={-1} className="min-w-0 px-4 pt-5 pb-20 nav:px-seller nav:pt-8 nav:pb-16 print:p-0">
          {children}
        </main>
      </div>
    </Rights>
  )
}

function Logout() {
  const { submit, busy } = useSend()
  return (
    <form method="post" action="/seller/logout" onSubmit={submit}>
      <Button type="submit" variant="quiet" size="sm" busy={busy} className="min-h-11 text-ink!">
        <Icon name="logout" size="sm" />
        Logout
      </Button>
    </form>
  )
}
