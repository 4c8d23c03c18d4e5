import { getMyOrder, listMyOrders } from '#features/orders/orders.contract.ts'
import type { Api } from '#shared/api-client.ts'
import { AppError } from '#shared/app-error.ts'
import { checkPayment } from '../payments.contract.ts'

export const lookUpPayment = (api: Api, cancelled: string) => api(checkPayment, { query: { cancelled } })

/** Looks up the payment with its order; undefined: there is none. When the service does not answer, the payment counts as awaited. */
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

export async function findAwaiting(api: Api) {
  const { orders } = await api(listMyOrders, { query: { limit: '1' } })
  return orders.find(({ status }) => status === 'Awaiting payment')?.number
}
