import { type ReactNode, useLayoutEffect } from 'react'
import {
  Links,
  type LinksFunction,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useRouteError,
} from 'react-router'
import { findShopper } from '#features/auth/web/find-shopper.ts'
import { readCartCookies } from '#features/cart/cart.cookie.ts'
import { countUnits } from '#features/cart/cart.rules.ts'
import { AppError } from '#shared/app-error.ts'
import { apiContext, reportContext, settingsContext, visitContext } from '#web/api-context.ts'
import { takeOverEarlyActs } from '#web/forms/early-acts.ts'
import { takeAnswers } from '#web/forms/take-answers.ts'
import { useDrawnAfterBack } from '#web/hooks/use-drawn-after-back.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { type RootData, UNKNOWN } from '#web/hooks/use-root.ts'
import { isUnknownShown, keepPage, useShownData } from '#web/keep-page.ts'
import { PlainPage } from '#web/layouts/plain-page.tsx'
import { ON_PAGE } from '#web/shopper-on-page.ts'
import { PageLanguage, usePageLanguage } from '#web/words.tsx'
import './web/app.css'
import eczar from './web/fonts/eczar-basic-wght.woff2?url'
import eczarMark from './web/fonts/eczar-haat-devanagari-wght.woff2?url'
import mukta400 from './web/fonts/mukta-basic-400.woff2?url'
import mukta600 from './web/fonts/mukta-basic-600.woff2?url'

const font = (href: string) =>
  ({ rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }) as const

export const links: LinksFunction = () => [
  font(mukta400),
  font(mukta600),
  font(eczar),
  font(eczarMark),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/pictures/touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

export async function loader({ request, context }: LoaderFunctionArgs): Promise<RootData> {
  const user = await whoIsHere(context)
  // A page that is the same for all is rendered without cookies.
  const visitorUnits = user === null ? countUnits(readCartCookies(request.headers.get('cookie'))) : 0
  return { user, settings: context.get(settingsContext), visitorUnits }
}

/** Only the answer that nobody is logged in means logged out. Where the question fails nobody knows, and the page says so. */
async function whoIsHere(context: LoaderFunctionArgs['context']): Promise<RootData['user']> {
  const visit = context.get(visitContext)
  if (visit.isForAll && !visit.isBackground) return ON_PAGE
  if (!visit.sessions.includes('user')) return null
  try {
    return await findShopper(context.get(apiContext), visit)
  } catch (error) {
    // The API logs its own failures.
    if (!(error instanceof AppError)) context.get(reportContext)(error)
    return UNKNOWN
  }
}

/** The login changes only by a form, not by navigating; but where it is not known, each page asks again. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const walked = currentUrl.href !== nextUrl.href && (formMethod === undefined || formMethod === 'GET')
  return walked ? isUnknownShown() : defaultShouldRevalidate
}

export function Layout({ children }: { children: ReactNode }) {
  const hydrated = useHydrated()
  const language = usePageLanguage()
  return (
    // Scripts that run before React may leave a style on it.
    <html lang={`${language}-IN`} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#000000" />
        {/* An iPhone would make links of phone numbers, in a page that React is about to take over and would then draw anew. */}
        <meta name="format-detection" content="telephone=no" />
        <Meta />
        <Links />
        <GoOn />
      </head>
      <body>
        <PageLanguage value={language}>{children}</PageLanguage>
        {/* A page that is loaded anew is scrolled by the browser itself; the script for it would fail where nothing may be stored. */}
        {hydrated && <ScrollRestoration />}
        <Scripts />
      </body>
    </html>
  )
}

/** Without JavaScript a page that leads on does so by itself: its loader's `goesOnAfter` is "5;url=/cart". */
function GoOn() {
  const loaded = useMatches().at(-1)?.loaderData
  const hasPause = typeof loaded === 'object' && loaded !== null && 'goesOnAfter' in loaded
  if (!hasPause || typeof loaded.goesOnAfter !== 'string') return null
  return (
    <noscript>
      <meta httpEquiv="refresh" content={loaded.goesOnAfter} />
    </noscript>
  )
}

export const clientMiddleware = [keepPage, takeAnswers]

export default function Root() {
  useShownData()
  useDrawnAfterBack()
  // What was done before is in the page alone. Not within React's own turn, which would make one change of several.
  useLayoutEffect(() => queueMicrotask(takeOverEarlyActs), [])
  return <Outlet />
}

/** Errors that no layout caught: a layout may be what failed. */
export const ErrorBoundary = () => <PlainPage error={useRouteError()} />
