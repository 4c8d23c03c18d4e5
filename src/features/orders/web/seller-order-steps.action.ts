import type { ActionFunctionArgs } from 'react-router'
import { afterAsking } from '#features/second-yes/web/after-asking.ts'
import type { Api } from '#shared/api-client.ts'
import { AppError } from '#shared/app-error.ts'
import type { Answer } from '#shared/endpoint.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { isEnded, mayWorkLater } from '#web/forms/form-answer.ts'
import { formText } from '#web/forms/form-text.ts'
import { closeMoneyProblem } from '../money-problems.contract.ts'
import { MAX_MOVED } from '../orders.desk.ts'
import { type OrderStatus, orderStatuses } from '../orders.states.ts'
import { changeParcel, letGoOfCash, moveParcels, moveTargets } from '../parcels/parcels.contract.ts'
import { refundMethods } from '../refunds/refunds.pieces.ts'
import { markCashReceived, moveOrder, refundOrder, undoCashReceived } from '../seller-orders.contract.ts'
import { noSuchStep } from './no-such-step.ts'
import { askNames, PIECES_OF } from './order-asks.ts'

export interface MovedMany {
  summary: string
  results: { _id: string; ok: boolean; message: string }[]
  [fact: string]: unknown
}

/** `intent` is the new status, or one of the other steps. */
export const stepAction = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const intent = formText(form, 'intent')
    if (intent === 'move-many') return movedMany(await api(moveParcels, { body: readMoves(form) }))
    if (intent === 'cash-many') return movedMany(await takeCash(api, textsOf(form, 'order')))
    const answer = await takeStep(api, form)
    const { pathname, searchParams } = new URL(args.url)
    for (const name of askNames) searchParams.delete(name)
    return afterAsking(answer, `${pathname}?${searchParams}`)
  })

const textsOf = (form: FormData, name: string) =>
  form.getAll(name).filter((value): value is string => typeof value === 'string')

const movedMany = ({ message, results }: Answer<typeof moveParcels>): MovedMany => ({ summary: message, results })

function readMoves(form: FormData) {
  const to = moveTargets.find((target) => target === formText(form, 'to'))
  if (!to) throw noSuchStep('to')
  const good = form.has('good') ? { good: formText(form, 'good') === '1' } : {}
  return { orders: textsOf(form, 'order'), parcels: textsOf(form, 'parcel'), to, ...good }
}

/** Order by order; one without cash leaves the others done. */
async function takeCash(api: Api, orders: readonly string[]) {
  const results: MovedMany['results'] = []
  for (const _id of orders.slice(0, MAX_MOVED)) {
    const { ok, message } = await api(markCashReceived, { params: { id: _id } }).then(
      (answer) => ({ ok: true, message: answer.message }),
      (error: unknown) => {
        if (!(error instanceof AppError) || isEnded(error) || mayWorkLater(error)) throw error
        return { ok: false, message: error.message }
      },
    )
    results.push({ _id, ok, message })
  }
  const came = results.filter(({ ok }) => ok).length
  return { message: `Cash of ${came} of ${results.length} is received`, results }
}

const statusOf = (text: string): OrderStatus | undefined => orderStatuses.find((status) => status === text)

function takeStep(api: Api, form: FormData) {
  const params = { id: formText(form, 'order') }
  const parcel = { id: formText(form, 'parcel') }
  const intent = formText(form, 'intent')
  if (intent === 'tracking') return api(changeParcel, { params: parcel, body: trackingOf(form) })
  if (intent === 'let-go') return api(letGoOfCash, { params: parcel, body: { reason: formText(form, 'reason') } })
  if (intent === 'parcel') return moveOne(api, form)
  if (intent === 'cash') return api(markCashReceived, { params })
  if (intent === 'undo') return api(undoCashReceived, { params })
  if (intent === 'refund-again') return api(refundOrder, { params, body: {} })
  if (intent === 'refund') return api(refundOrder, { params, body: refundOf(form) })
  if (intent === 'money-problem')
    return api(closeMoneyProblem, { params: { id: formText(form, 'problem') }, body: { note: formText(form, 'note') } })
  const status = statusOf(intent)
  const from = statusOf(formText(form, 'from'))
  if (!status) throw noSuchStep('intent')
  const restock = status === 'Returned' ? { restock: formText(form, 'restock') !== '0' } : {}
  return api(moveOrder, { params, body: { status, ...(from ? { from } : {}), ...restock } })
}

async function moveOne(api: Api, form: FormData) {
  const { message, results } = await api(moveParcels, { body: readMoves(form) })
  const failed = results.find(({ ok }) => !ok)
  if (failed) throw new AppError('CANNOT_MOVE_PARCEL', 409, failed.message)
  return { message }
}

/** Fields that the form lacks stay as they are. */
const trackingOf = (form: FormData) =>
  Object.fromEntries(
    ['courier', 'trackingNumber', 'trackingUrl'].flatMap((name) =>
      form.has(name) ? [[name, formText(form, name)]] : [],
    ),
  )

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
