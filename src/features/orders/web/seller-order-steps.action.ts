import type { ActionFunctionArgs } from 'react-router'
import type { Api } from '#shared/api-client.ts'
import { badInput } from '#shared/app-error.ts'
import { answerForm } from '#web/answer-form.ts'
import { formText } from '#web/form-text.ts'
import { refundMethods } from '../orders.refunds.ts'
import { type OrderStatus, orderStatuses } from '../orders.states.ts'
import { markCashReceived, moveOrder, refundOrder, undoCashReceived } from '../seller-orders.contract.ts'
import { askNames, PIECES_OF } from './order-asks.ts'

/** What the seller does with an order: `intent` is the status it moves to, or one of the other steps. */
export const stepAction = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const { message } = await takeStep(api, form)
    const { pathname, searchParams } = new URL(args.url)
    for (const name of askNames) searchParams.delete(name)
    return { message, back: `${pathname}?${searchParams}` }
  })

const statusOf = (text: string): OrderStatus | undefined => orderStatuses.find((status) => status === text)

function takeStep(api: Api, form: FormData) {
  const params = { id: formText(form, 'order') }
  const intent = formText(form, 'intent')
  if (intent === 'cash') return api(markCashReceived, { params })
  if (intent === 'undo') return api(undoCashReceived, { params })
  if (intent === 'refund-again') return api(refundOrder, { params, body: {} })
  if (intent === 'refund') return api(refundOrder, { params, body: refundOf(form) })
  const status = statusOf(intent)
  const from = statusOf(formText(form, 'from'))
  if (!status) throw badInput({ intent: 'There is no such step' })
  const restock = status === 'Returned' ? { restock: formText(form, 'restock') !== '0' } : {}
  return api(moveOrder, { params, body: { status, ...(from ? { from } : {}), ...restock } })
}

function refundOf(form: FormData) {
  const reference = formText(form, 'reference')
  return {
    lines: [...form].flatMap(([name, pieces]) =>
      name.startsWith(PIECES_OF) && Number(pieces) > 0
        ? [{ product: name.slice(PIECES_OF.length), quantity: Number(pieces) }]
        : [],
    ),
    method: refundMethods.find((one) => one === formText(form, 'method')),
    refundedBefore: Number(formText(form, 'refundedBefore')),
    ...(reference ? { reference } : {}),
  }
}
