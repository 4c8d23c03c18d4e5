import { NO_MONEY, paise } from '#shared/money.ts'
import type { PrintedParcel, PrintJob } from '../server/print/print-job.ts'

export const shopSender = {
  name: 'Haat',
  phone: '98450 12345',
  address: { street: '7 Church Street', city: 'Bengaluru', state: 'Karnataka', zipcode: '560001' },
}
export const ownSender = {
  name: 'Matti Pottery Collective',
  phone: undefined,
  address: { street: 'Kiln Yard Road 7', city: 'Khurja', state: 'Uttar Pradesh', zipcode: '203131' },
}

export const anyTo = {
  firstName: 'Ananya',
  lastName: 'Rao',
  email: 'ananya.rao@example.com',
  street: 'Flat 4B, Kaveri Residency, 12th Main Road, Indiranagar, near the post office',
  city: 'Bengaluru',
  state: 'Karnataka',
  zipcode: '560038',
  country: 'India',
  phone: '9845012345',
}

export const anyPiece = {
  id: 'vase',
  name: 'Dip-Glazed Stoneware Vase',
  weight: null,
  category: 'Pottery & Ceramics',
  producer: 'Matti Pottery Collective',
  quantity: 1,
  returnable: true,
  picture: undefined,
}

/** A parcel of the shop's, paid in cash. */
export const anyParcel: PrintedParcel = {
  code: 'H1024-1',
  orderNumber: 1024,
  orderedAt: new Date('2026-11-22T10:00:00Z'),
  isDemo: false,
  number: 1,
  count: 1,
  senderId: null,
  sender: shopSender,
  others: [],
  to: anyTo,
  call: '+91 98450 12345',
  courier: 'Speed Post',
  trackingNumber: 'EX412906331IN',
  cash: paise(162180),
  pieces: [anyPiece],
}
export const paid = { cash: NO_MONEY }

export const jobOf = (parcels: PrintedParcel[], job: Partial<PrintJob> = {}): PrintJob => ({
  what: ['labels'],
  language: 'en',
  storeName: 'Haat',
  supportEmail: 'support@haat.example',
  returnDays: 7,
  printedAt: new Date('2026-11-23T05:30:00Z'),
  pictures: new Map(),
  parcels,
  ...job,
})
