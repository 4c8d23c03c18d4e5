import { getMyOrder, listMyOrders } from '#features/orders/orders.contract.ts'
import type { Api } from '#shared/api-client.ts'
import { AppError } from '#shared/app-error.ts'
import { checkPayment } from '../payments.contract.ts'

/** What became of the payment that the shopper comes back from; undefined where that cannot be known just now. */
export async function lookUpPayment(api: Api, cancelled?: string) {
  try {
    return await api(checkPayment, { query: { cancelled } })
  } catch (error) {
    // The page works without it, and the regular job asks again.
    if (error instanceof AppError) return undefined
    throw error
  }
}

/**
 * The same with the order it was for, for the page that says so; undefined: there is no payment to speak of. Where it cannot be known
 * just now, the payment is awaited.
 */
export async function lookUpReturned(api: Api) {
  try {
    const { result, orderId } = await api(checkPayment, { query: {} })
    if (result === 'nothing' || orderId === undefined) return undefined
    const { order } = await api(getMyOrder, { params: { id: orderId } })
    const { number, amount, isPaid, wrongPayment } = order
    return { result, orderId, number, amount, isRefunded: isPaid || wrongPayment !== undefined }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.status === 401 ? undefined : ({ result: 'awaiting' } as const)
  }
}

/** The number of the order that awaits payment, which can only be the shopper's newest. */
export async function findAwaiting(api: Api) {
  const { orders } = await api(listMyOrders, { query: { limit: '1' } })
  return orders.find(({ status }) => status === 'Awaiting payment')?.number
}
