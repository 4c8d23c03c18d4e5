import { data, type LoaderFunctionArgs } from 'react-router'
import { findShortLines } from '#features/cart/cart.contract.ts'
import { listProducts } from '#features/catalog/catalog.contract.ts'
import { AppError } from '#shared/app-error.ts'
import { apiContext } from '#web/api-context.ts'

/**
 * What only the browser can ask for: the products of a visitor's cart, `/cart/lines?ids=a,b`; and which of the lines want more than
 * there is, `/cart/lines?wanted=a:12,b:7`.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const [ids, wanted] = [searchParams.get('ids') ?? '', searchParams.get('wanted') ?? '']
  const api = context.get(apiContext)
  try {
    const [{ products }, { short }] = await Promise.all([
      ids === '' ? { products: [] } : api(listProducts, { query: { ids } }),
      wanted === '' ? { short: [] } : api(findShortLines, { query: { lines: wanted } }),
    ])
    return { ids, products, wanted, short }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return data({ ids, problem: error.message }, { status: error.status })
  }
}
