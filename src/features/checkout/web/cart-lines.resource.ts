import { data, type LoaderFunctionArgs } from 'react-router'
import { listProducts } from '#features/catalog/catalog.contract.ts'
import { AppError } from '#shared/app-error.ts'
import { apiContext } from '#web/api-context.ts'

/** The products of a visitor's cart, whose ids only the browser knows: `/cart/lines?ids=a,b`. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const ids = new URL(request.url).searchParams.get('ids') ?? ''
  if (ids === '') return { ids, products: [] }
  try {
    const { products } = await context.get(apiContext)(listProducts, { query: { ids } })
    return { ids, products }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return data({ ids, problem: error.message }, { status: error.status })
  }
}
