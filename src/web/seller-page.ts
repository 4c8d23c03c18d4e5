import { type LoaderFunctionArgs, type MetaDescriptor, redirect } from 'react-router'
import type { Api } from '#shared/api-client.ts'
import { AppError, secondFactorNeeded } from '#shared/app-error.ts'
import { apiContext, visitContext } from './api-context.ts'
import { isEnded } from './forms/form-answer.ts'
import { noRightPage, notFoundPage } from './not-found-page.ts'
import { mustProve, proofFor } from './prove-first.ts'
import { pageMeta } from './seo.ts'

type Context = LoaderFunctionArgs['context']

/** Whoever is not the seller sees the seller's login. Nothing else logs anybody out. */
export const isNotSeller = (error: unknown) => error instanceof AppError && isEnded(error)

export const SET_UP_PAGE = '/seller/account/second-factor'

/** For what can be read only after a proof of who is there. */
export async function orProveFirst<T>(url: URL, asked: Promise<T>): Promise<T> {
  return asked.catch((error) => {
    throw error instanceof AppError && mustProve(error) ? redirect(proofFor(url)) : error
  })
}

/** Null for everybody but the seller. Something missing makes the page "not found". */
export async function askAsSeller<T>(context: Context, ask: (api: Api) => Promise<T>): Promise<T | null> {
  if (!context.get(visitContext).sessions.includes('seller')) return null
  try {
    return await ask(context.get(apiContext))
  } catch (error) {
    if (isNotSeller(error)) return null
    if (error instanceof AppError && error.code === secondFactorNeeded.code) throw redirect(SET_UP_PAGE)
    throw noRightPage(error) ?? notFoundPage(error)
  }
}

type Matches = Parameters<typeof pageMeta>[0]

export function sellerMeta(matches: Matches, loaderData: unknown, title: string, path: string): MetaDescriptor[] {
  return pageMeta(matches, { title: loaderData ? title : 'Seller login', path, noindex: true })
}

/** Anything that is no page is the first. */
export function askedPage(request: Request) {
  const page = new URL(request.url).searchParams.get('page') ?? '1'
  return /^[1-9]\d{0,5}$/.test(page) ? page : '1'
}

export const SELLER_PAGE_SIZE = '25'
