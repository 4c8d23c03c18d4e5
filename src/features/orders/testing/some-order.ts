import { paise } from '#shared/money.ts'
import type { Order, Parcel } from '../orders.contract.ts'

export const placed = new Date('2026-11-22T10:00:00Z')

/** Cancelled before it was paid. */
export const someOrder: Order = {
  _id: 'an-order',
  number: 1001,
  items: [],
  lineCount: 0,
  subtotal: paise(200_00),
  tax: paise(4_00),
  amount: paise(204_00),
  address: {
    ...{ firstName: 'Ananya', lastName: 'Rao', email: 'ananya@example.com', phone: '9845012345' },
    ...{ street: '12 MG Road', city: 'Bengaluru', state: 'Karnataka', zipcode: '560001', country: 'India' },
  },
  paymentType: 'Online',
  delivery: null,
  status: 'Cancelled',
  isPaid: false,
  refunded: paise(0),
  hasInvoice: false,
  creditNotes: [],
  ledger: [],
  returns: [],
  shares: null,
  parcels: [],
  exchanges: [],
  comingParcels: [],
  hasProblem: false,
  history: [],
  createdAt: new Date(0),
  updatedAt: new Date(0),
}

/** On its way with Speed Post. */
export const someParcel: Parcel = {
  ...{ _id: 'a-parcel', number: 1, code: 'H1001-1', sender: null, status: 'Shipped' },
  ...{ courier: 'Speed Post', trackingNumber: 'EX412906331IN', trackingUrl: null, trackPath: '/track/abc' },
  ...{ cash: paise(204_00), cashReceived: paise(0), cashLetGo: paise(0), restocked: null, items: [] },
  ...{ confirmedAt: placed, packedAt: placed, shippedAt: new Date('2026-11-25T10:00:00Z') },
}
