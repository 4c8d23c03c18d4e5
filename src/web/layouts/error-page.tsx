import { type ReactNode, useEffect, useState } from 'react'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { useSettings } from '#web/hooks/use-root.ts'
import { isShopThere } from '#web/reach-shop.ts'
import { startAt } from '#web/start-at.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

const statusOf = (error: unknown) => {
  if (isRouteErrorResponse(error)) return error.status
  return typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
    ? error.status
    : 500
}

/** `keepPage` and our own calls say OFFLINE (status 0) when the shop was not reached. */
const isOffline = (error: unknown) =>
  typeof window !== 'undefined' && !isRouteErrorResponse(error) && (!navigator.onLine || statusOf(error) === 0)

export const isSellerArea = (path: string) => /^\/seller(?:[/?]|$)/i.test(path)

interface ErrorWords {
  missing: { title: string; text: string; links: ReactNode }
  offlineText: (storeName: string) => string
  brokenText: (support: ReactNode) => ReactNode
}

const shopWords: ErrorWords = {
  missing: {
    title: 'This stall has packed up',
    text: 'The page you asked for is not here. The link may be old, or the product may have sold out.',
    links: (
      <>
        <ButtonLink to="/products">Shop all products</ButtonLink>
        <ButtonLink to="/" variant="quiet">
          Go to home
        </ButtonLink>
      </>
    ),
  },
  offlineText: (storeName) =>
    `We could not reach ${storeName}. Your cart is kept on this device and will be here when you are back.`,
  brokenText: (support) => <>Your cart is safe. Try again; if it happens twice, write to {support}.</>,
}

const sellerWords: ErrorWords = {
  missing: {
    title: 'Nothing is here',
    text: 'The link may be old, or what it showed may have been removed.',
    // The layout's list of pages stands beside it.
    links: null,
  },
  offlineText: (storeName) =>
    `We could not reach ${storeName}. What you saved is kept; what you had not saved yet was not sent.`,
  brokenText: () =>
    'What you saved is kept. Try again; if it happens twice, please write to us and we will look into it.',
}

export function useErrorWords(error: unknown) {
  const words = isSellerArea(useLocation().pathname) ? sellerWords : shopWords
  const { storeName, supportEmail } = useSettings()
  const kind = isOffline(error) ? 'offline' : statusOf(error) === 404 ? 'missing' : 'broken'
  const support = (
    <a href={`mailto:${supportEmail}`} className="underline underline-offset-link hover:text-neel-600">
      {supportEmail}
    </a>
  )
  const {
    art,
    title,
    text,
    tab = title,
  } = {
    missing: { art: 'stall' as const, ...words.missing, tab: undefined },
    offline: { art: 'spool' as const, title: 'You are offline', text: words.offlineText(storeName), tab: undefined },
    broken: {
      art: 'pot' as const,
      title: 'Something broke on our side',
      text: words.brokenText(support),
      tab: 'Something broke',
    },
  }[kind]
  return { kind, art, title, text, tab: `${tab} | ${storeName}`, links: words.missing.links }
}

export function ErrorPage() {
  const { kind, art, title, text, tab, links } = useErrorWords(useRouteError())

  // The focus moves to the message, as on every change of page.
  useEffect(() => {
    if (document.activeElement instanceof HTMLInputElement) return
    startAt(document.querySelector('h1'), { preventScroll: true })
  }, [])

  return (
    <EmptyState heading="h1" art={art} title={title} text={text}>
      <title>{tab}</title>
      <meta name="robots" content="noindex" />
      {kind === 'missing' ? (
        <div className="flex flex-wrap items-center justify-center gap-3">{links}</div>
      ) : (
        <TryAgain />
      )}
    </EmptyState>
  )
}

/** Loads the page again only when the shop can be reached: else the browser's own error page would stand here. */
function TryAgain() {
  const [busy, setBusy] = useState(false)
  const [isAway, setIsAway] = useState(false)
  async function tryAgain() {
    setBusy(true)
    if (await isShopThere()) return window.location.reload()
    setBusy(false)
    setIsAway(true)
  }
  return (
    <>
      <Button onClick={tryAgain} busy={busy}>
        Try again
      </Button>
      <p role="status" className="mt-3 text-ink-soft text-sm">
        {isAway && 'The shop still cannot be reached.'}
      </p>
    </>
  )
}
