import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { paise } from '#shared/money.ts'
import type { Order, Parcel } from '../../orders.contract.ts'
import { someOrder, someParcel } from '../../testing/some-order.ts'
import { ParcelBox } from './seller-parcel-box.tsx'

const cash = paise(204_00)

/** What the box of this parcel says of cash, and the steps that it offers. */
function boxOf(more: Partial<Parcel>) {
  const parcel = { ...someParcel, cash, ...more }
  const order: Order = { ...someOrder, paymentType: 'COD', status: 'Shipped', parcels: [parcel] }
  const Page = createRoutesStub([{ path: '/', Component: () => <ParcelBox order={order} parcel={parcel} /> }])
  return renderToStaticMarkup(<Page />)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

it('a parcel on its way is to collect its cash', () => {
  const text = boxOf({ status: 'Shipped' })
  expect(text).toContain('Collect ₹204.00 in cash')
  expect(text).toContain('Mark delivered')
})

it.each(['Refused', 'Lost', 'Returned', 'Cancelled'] as const)('one that is %s has nothing to collect', (status) => {
  const text = boxOf({ status })
  expect(text).toContain('Nothing to collect.')
  expect(text).not.toMatch(/Collect ₹|Mark delivered/)
})

it('one that is paid, or whose cash came, says so', () => {
  expect(boxOf({ status: 'Shipped', cash: paise(0) })).toContain('Paid. Collect nothing.')
  expect(boxOf({ status: 'Delivered', cashReceived: cash })).toMatch(/₹204.00 of ₹204.00 in cash came/)
})
