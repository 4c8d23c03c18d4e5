import type { ReactNode } from 'react'
import {
  Links,
  type LinksFunction,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
} from 'react-router'
import { isAuth } from '#features/auth/auth.contract.ts'
import { apiContext, settingsContext, visitContext } from '#web/api-context.ts'
import type { RootData } from '#web/hooks/use-root.ts'
import { keepPage, useShownData } from '#web/keep-page.ts'
import { ErrorPage, isSellerArea } from '#web/layouts/error-page.tsx'
import { StoreFrame } from '#web/layouts/store-frame.tsx'
import { TopBar } from '#web/layouts/top-bar.tsx'
import { ON_PAGE } from '#web/shopper-on-page.ts'
import { takeAnswers } from '#web/take-answers.ts'
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

export async function loader({ context }: LoaderFunctionArgs): Promise<RootData> {
  return { user: await findShopper(context), settings: context.get(settingsContext) }
}

/** A failed check simply means logged out. Without a session cookie there is nobody to ask for. */
async function findShopper(context: LoaderFunctionArgs['context']): Promise<RootData['user']> {
  const { isForAll, isBackground, hasSession } = context.get(visitContext)
  if (isForAll && !isBackground) return ON_PAGE
  if (!hasSession) return null
  return context
    .get(apiContext)(isAuth)
    .then((answer) => answer.user)
    .catch(() => null)
}

/** The login changes only by a form, not by navigating. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const walked = currentUrl.href !== nextUrl.href && (formMethod === undefined || formMethod === 'GET')
  return walked ? false : defaultShouldRevalidate
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    // Scripts that run before React may leave a style on it.
    <html lang="en-IN" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#000000" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export const clientMiddleware = [keepPage, takeAnswers]

export default function Root() {
  useShownData()
  return <Outlet />
}

/** Errors that no layout caught. Shown without cart and login, which may be what failed. */
export function ErrorBoundary() {
  const { pathname } = useLocation()
  if (isSellerArea(pathname)) {
    return (
      <main id="main">
        <ErrorPage />
      </main>
    )
  }
  return (
    <StoreFrame topBar={<TopBar units={0} />}>
      <ErrorPage />
    </StoreFrame>
  )
}
