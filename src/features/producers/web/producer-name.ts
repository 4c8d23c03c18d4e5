import type { Api } from '#shared/api-client.ts'
import { AppError } from '#shared/app-error.ts'
import { getApplication } from '../producers.contract.ts'

/** The name of a product's producer, suspended ones too; empty without a producer. */
export async function producerName(api: Api, id: string | undefined) {
  if (id === undefined) return ''
  try {
    return (await api(getApplication, { params: { id } })).application.name
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return id
    throw error
  }
}
