import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type DeskTab, deskTabNames } from '#features/orders/orders.desk.ts'
import { type DeskStep, tabSteps } from '#features/orders/web/desk-steps.ts'
import type { MovedMany } from '#features/orders/web/seller-order-steps.action.ts'
import { call, messageOf } from '#web/call.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { listOrderIds } from '../desk.contract.ts'
import type { ChosenOrders } from './use-chosen.ts'

export type DeskSteps = ReturnType<typeof useDeskSteps>

/** How a step went: what it says, line by line where something was not done, and where one goes on with the others. */
export interface Report {
  text: string
  failed: readonly { _id: string; message: string }[]
  goOn: { text: string; press: () => void } | undefined
}

interface Desk {
  tab: DeskTab | undefined
  chosen: ChosenOrders
  /** The filters in the address. */
  asked: URLSearchParams
}

/** Steps of the orders that are ticked: each is sent once, and what came of it stays on the page until it is closed. */
export function useDeskSteps({ tab, chosen, asked }: Desk) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [report, setReport] = useState<Report>()
  const [failure, setFailure] = useState<string>()
  const [isChoosing, setChoosing] = useState(false)
  const send = useSend<MovedMany>({
    stays: true,
    onDone: ({ summary, results }) => {
      const moved = results.filter(({ ok }) => ok)
      const step = tab && tabSteps[tab].step
      const orders = [...chosen.map].filter(([id]) => moved.some(({ _id }) => _id === id))
      const next = step?.next
      const goOn =
        next && orders.length > 0
          ? {
              text: `${deskTabNames[next]}: go on with ${countOrders(orders.length)}`,
              press: () => goOnIn(next, orders),
            }
          : undefined
      chosen.clear()
      setReport({ text: summary, failed: results.filter(({ ok }) => !ok), goOn })
    },
  })

  function goOnIn(next: DeskTab, orders: Parameters<ChosenOrders['set']>[0]) {
    const filters = new URLSearchParams(asked)
    filters.set('tab', next)
    chosen.set(orders, `${filters}`)
    setReport(undefined)
    void navigate(`?${filters}`)
  }

  /** The ids that a step is for: those of `parcels`, or whole orders. */
  function take(step: DeskStep, parcels?: readonly string[], close?: () => void) {
    if (chosen.map.size === 0 || send.busy) return
    setReport(undefined)
    setFailure(undefined)
    const form = new FormData()
    form.set('intent', step.to === 'cash' ? 'cash-many' : 'move-many')
    form.set('to', step.to)
    if (step.good !== undefined) form.set('good', step.good ? '1' : '0')
    for (const id of parcels ?? []) form.append('parcel', id)
    if (!parcels) for (const id of chosen.map.keys()) form.append('order', id)
    void send.send(form, pathname + search, close)
  }

  /** Ticks all that fit, the newest at most as many as can be moved at once. */
  async function chooseAll() {
    setChoosing(true)
    setFailure(undefined)
    try {
      const query = Object.fromEntries(asked)
      const { orders } = await call(listOrderIds, { query })
      chosen.set(orders.map(({ _id, number, parcels }) => [_id, { number, parcels }]))
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      setChoosing(false)
    }
  }

  return {
    take,
    chooseAll,
    isChoosing,
    busy: send.busy,
    /** What is on its way. */
    sending: send.sending?.get('to'),
    failed: send.failed,
    failure,
    report,
    close: () => setReport(undefined),
  }
}

const countOrders = (count: number) => (count === 1 ? 'this order' : `these ${count} orders`)
