import type { LoaderFunctionArgs, MetaDescriptor } from 'react-router'
import type { Api } from '#shared/api-client.ts'
import { AppError } from '#shared/app-error.ts'
import { apiContext, visitContext } from './api-context.ts'
import { notFoundPage } from './not-found-page.ts'
import { pageMeta } from './seo.ts'

type Context = LoaderFunctionArgs['context']

/** No session, or one of somebody who is not the seller: the seller's login stands there then. */
export const isNotSeller = (error: unknown) =>
  error instanceof AppError && (error.status === 401 || error.status === 403)

/**
 * What the API tells the seller; null for everybody else, who is not even asked for without the seller's cookie. What the address
 * names and is not there is a page that is not found.
 */
export async function askAsSeller<T>(context: Context, ask: (api: Api) => Promise<T>): Promise<T | null> {
  if (!context.get(visitContext).hasSellerSession) return null
  try {
    return await ask(context.get(apiContext))
  } catch (error) {
    if (isNotSeller(error)) return null
    throw notFoundPage(error)
  }
}

type Matches = Parameters<typeof pageMeta>[0]

/** Title of a page of the seller's area, or of the login that stands in its place. Never for search engines. */
export function sellerMeta(matches: Matches, loaderData: unknown, title: string, path: string): MetaDescriptor[] {
  return pageMeta(matches, { title: loaderData ? title : 'Seller login', path, noindex: true })
}

/** `?page=` of a list; anything that is no page is the first. */
export function askedPage(request: Request) {
  const page = new URL(request.url).searchParams.get('page') ?? '1'
  return /^[1-9]\d{0,5}$/.test(page) ? page : '1'
}

/** The seller's lists show this many a page. */
export const SELLER_PAGE_SIZE = '25'
