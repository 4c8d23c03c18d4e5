import type { LoaderFunctionArgs } from 'react-router'
import type { Api } from '#shared/api-client.ts'
import { AppError } from '#shared/app-error.ts'
import { apiContext, visitContext } from './api-context.ts'
import { notFoundPage } from './not-found-page.ts'

/**
 * What the API tells the shopper; undefined where a login has to come first. What the address names and is not there, or is somebody
 * else's, is a page that is not found.
 */
export async function askAsShopper<T>(context: LoaderFunctionArgs['context'], ask: (api: Api) => Promise<T>) {
  if (!context.get(visitContext).hasSession) return undefined
  try {
    return await ask(context.get(apiContext))
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return undefined
    throw notFoundPage(error)
  }
}
