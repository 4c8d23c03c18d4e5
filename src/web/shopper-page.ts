import type { LoaderFunctionArgs } from 'react-router'
import type { Api } from '#shared/api-client.ts'
import { AppError } from '#shared/app-error.ts'
import { apiContext, visitContext } from './api-context.ts'
import { notFoundPage } from './not-found-page.ts'

/** Gives undefined where a login comes first. Something missing, or somebody else's, makes the page "not found". */
export async function askAsShopper<T>(context: LoaderFunctionArgs['context'], ask: (api: Api) => Promise<T>) {
  if (!context.get(visitContext).sessions.includes('user')) return undefined
  try {
    return await ask(context.get(apiContext))
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return undefined
    throw notFoundPage(error)
  }
}
