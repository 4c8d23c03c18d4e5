import type { Api } from '#shared/api-client.ts'
import { AppError } from '#shared/app-error.ts'
import type { Visit } from '#shared/page-parts.ts'
import { isAuth } from '../auth.contract.ts'

export async function findShopper(api: Api, visit: Visit) {
  if (!visit.sessions.includes('user')) return null
  try {
    return (await api(isAuth)).user
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return null
    throw error
  }
}
