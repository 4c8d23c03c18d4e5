import { type ActionFunctionArgs, data, redirect } from 'react-router'
import { AppError } from '#shared/app-error.ts'
import { apiContext } from '#web/api-context.ts'
import { formText } from '#web/form-text.ts'
import { isNotSeller } from '#web/seller-page.ts'
import { type OrderStatus, orderStatuses } from '../orders.states.ts'
import { markCashReceived, moveOrder, undoCashReceived } from '../seller-orders.contract.ts'
import { askNames } from './order-asks.ts'

const statusOf = (text: string): OrderStatus | undefined => orderStatuses.find((status) => status === text)

/** A step of an order, sent before JavaScript had loaded. */
export async function stepAction({ request, context }: ActionFunctionArgs) {
  const api = context.get(apiContext)
  const form = await request.formData()
  const params = { id: formText(form, 'order') }
  const intent = formText(form, 'intent')
  const status = statusOf(intent)
  const from = statusOf(formText(form, 'from'))
  try {
    if (status) {
      const restock = status === 'Returned' ? { restock: formText(form, 'restock') !== '0' } : {}
      await api(moveOrder, { params, body: { status, ...(from ? { from } : {}), ...restock } })
    } else if (intent === 'undo') await api(undoCashReceived, { params })
    else await api(markCashReceived, { params })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (!isNotSeller(error)) return data({ failure: error.message }, { status: error.status })
  }
  const { pathname, searchParams } = new URL(request.url)
  for (const name of askNames) searchParams.delete(name)
  return redirect(`${pathname}?${searchParams}`)
}
