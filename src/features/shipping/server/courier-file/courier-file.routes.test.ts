import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { principalOf } from '#kernel/guard/principals.ts'
import { onPostgres, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { zipOf } from '#testing/zip.ts'
import { bookCourierFile, type FileColumns, getCourierFile } from '../../courier-file.contract.ts'
import { type FileKind, MAX_FILE_BYTES } from '../../courier-file.kinds.ts'
import { cashParcels, courierFileForm, type TestParcel } from '../../testing/cash-parcels.ts'
import { courierFilesJob } from './book-courier-file.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeEach(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
})
afterEach(() => shop.close())

/** Of each test order. */
const CASH = 1273.98

interface Sent {
  kind: FileKind
  name?: string
  columns?: Partial<FileColumns>
  courier?: string
  shipped?: string
  again?: string
  reference?: string
}

async function send(text: string | Buffer, { name, ...fields }: Sent) {
  const form = await courierFileForm(text, fields, name)
  return seller.send({ method: 'POST', url: '/api/parcel/file', ...form })
}

async function check(text: string | Buffer, sent: Sent) {
  const answer = await send(text, sent)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const book = (id: string) => seller.api(bookCourierFile, { params: { id } })

/** Books and waits for the end, which a long file does not reach within the answer. */
async function bookToEnd(id: string) {
  await book(id)
  return vi.waitFor(
    async () => {
      const file = await seller.api(getCourierFile, { params: { id } })
      expect(file.state).toBe('booked')
      return file
    },
    { timeout: 120_000, interval: 50 },
  )
}

const csv = (heading: string, lines: readonly string[]) => `${heading}\n${lines.join('\n')}\n`

const parcelNow = (id: string) =>
  shop.db.selectFrom('parcels').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const orderNow = (id: string) => shop.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const entries = () => shop.db.selectFrom('cash_entries').selectAll().execute()
const acts = () => shop.db.selectFrom('audit_log').selectAll().where('action', '=', 'courier-file.booked').execute()

const five = <T>(list: readonly T[]) => {
  const [a, b, c, d, e] = list
  if (a === undefined || b === undefined || c === undefined || d === undefined || e === undefined)
    throw new Error('five are needed')
  return [a, b, c, d, e] as const
}

describe('a file of cash that was handed over', () => {
  const delivered = (count: number) =>
    cashParcels(shop, count, { status: 'Delivered', courier: 'Speed Post', tracking: 'EX41' })

  it('is shown with exactly its short, unknown, double and missing lines, and nothing is booked', async () => {
    const [a, b, c, d] = five(await delivered(5))
    const other = await cashParcels(shop, 1, { status: 'Delivered', courier: 'DTDC', tracking: 'D7' })
    const answer = await check(
      csv('AWB,Remitted amount', [
        `${a.trackingNumber},"1,273.98"`,
        `${b.trackingNumber?.toLowerCase()},Rs. 1173.98`,
        'EX999,890',
        `${a.code},1273.98`,
        `${c.trackingNumber},1300`,
        `${d.trackingNumber},nothing`,
      ]),
      { kind: 'cash', name: 'cod 21 nov.csv' },
    )
    expect(answer).toMatchObject({
      ...{ state: 'checked', name: 'cod 21 nov.csv', courier: 'Speed Post', lines: 6, toBook: 3 },
      ...{ matched: 1, short: 1, more: 1, unknown: 1, twice: 1, unclear: 1, missing: 1 },
      amounts: {
        ...{ file: 5911.94, left: 2163.98, toBook: 3721.94, matched: CASH, short: 100, more: 26.02 },
        ...{ unknown: 890, twice: CASH, missing: CASH },
      },
    })
    expect(answer.look.map(({ line, what, whatWeDo }: Record<string, unknown>) => [line, what, whatWeDo])).toEqual([
      [3, 'short', 'Book ₹1,173.98. ₹100.00 stays expected and goes to Problems.'],
      [4, 'unknown', 'Left out. Ask the courier.'],
      [5, 'twice', 'Left out. Line 2 books it.'],
      [6, 'more', 'Book ₹1,273.98. ₹26.02 is too much: ask the courier.'],
      [7, 'unclear', 'Left out. “nothing” is no amount.'],
    ])
    expect(answer.look[0]).toMatchObject({
      ...{ named: 'ex411', expected: CASH, inFile: 1173.98 },
      parcel: { _id: b.id, code: b.code, person: 'Ananya Rao', order: { number: b.orderNumber } },
    })
    expect(answer.look[2]).toMatchObject({ otherLine: 2 })
    expect(answer.missingParcels).toMatchObject([{ expected: CASH, trackingNumber: 'EX414' }])
    expect(other).toHaveLength(1)
    expect(await entries()).toEqual([])
    expect(await acts()).toEqual([])
  })

  it('is booked once: what came short stays a problem, what is too much is not booked', async () => {
    const [a, b, c, , missing] = five(await delivered(5))
    const text = csv('AWB,Amount', [
      `${a.trackingNumber},${CASH}`,
      `${b.trackingNumber},1000`,
      `${c.trackingNumber},2000`,
    ])
    const { _id } = await check(text, { kind: 'cash' })
    const booked = await book(_id)
    expect(booked).toMatchObject({ state: 'booked', bookedLines: 3, bookedBy: 'seller@example.com', waiting: 0 })
    expect(booked.bookedAmount).toBe(354796)
    expect(await parcelNow(a.id)).toMatchObject({ cash_received_paise: 127398 })
    expect(await orderNow(a.orderId)).toMatchObject({ is_paid: 1, problem: 0 })
    expect(await parcelNow(b.id)).toMatchObject({ cash_received_paise: 100000 })
    expect(await orderNow(b.orderId)).toMatchObject({ is_paid: 0, problem: 1 })
    expect(await parcelNow(c.id)).toMatchObject({ cash_received_paise: 127398 })
    expect(await parcelNow(missing.id)).toMatchObject({ cash_received_paise: 0 })
    expect(await entries()).toHaveLength(3)
    expect((await entries()).every((entry) => entry.file_id === _id)).toBe(true)

    expect(await book(_id)).toEqual(booked)
    // By another name, and as another program saves it.
    const again = await check(`\uFEFF${text.replaceAll(',', ';').replaceAll('\n', '\r\n')}`, {
      ...{ kind: 'cash', name: 'renamed.csv' },
    })
    expect(again).toMatchObject({ _id, state: 'booked', bookedLines: 3 })
    expect(again.message).toMatch(/^This file was booked on .* by seller@example\.com: 3 lines$/)
    expect(await entries()).toHaveLength(3)
    expect(await acts()).toMatchObject([{ subject: _id }])

    // What was short comes later.
    const rest = await check(csv('AWB,Amount', [`${b.trackingNumber},273.98`]), { kind: 'cash' })
    expect(rest).toMatchObject({ matched: 1 })
    await book(rest._id)
    expect(await orderNow(b.orderId)).toMatchObject({ is_paid: 1, problem: 0 })
  })

  it('books nothing where no cash is owed, and says why', async () => {
    const [refused] = await cashParcels(shop, 1, { status: 'Refused', tracking: 'R' })
    const [packed] = await cashParcels(shop, 1, { status: 'Packed', tracking: 'P' })
    const [paid] = await delivered(1)
    await book((await check(csv('AWB,Amount', [`${paid?.trackingNumber},${CASH}`]), { kind: 'cash' }))._id)
    const lines = [refused, packed, paid].map((parcel) => `${parcel?.trackingNumber},${CASH}`)
    const answer = await check(csv('AWB,Amount', [...lines, ',5', 'EX41,1']), { kind: 'cash' })
    expect(answer).toMatchObject({ matched: 0, barred: 3, unclear: 1, unknown: 1, toBook: 0 })
    expect(answer.look.map(({ whatWeDo }: { whatWeDo: string }) => whatWeDo)).toEqual([
      'Left out. The parcel is refused: no cash is owed for it. Ask the courier.',
      'Left out. The parcel is not shipped yet.',
      'Left out. All its cash is booked already.',
      'Left out. It names no parcel.',
      'Left out. Ask the courier.',
    ])
    const nothing = await seller.send({ method: 'POST', url: `/api/parcel/file/${answer._id}/book` })
    expect([nothing.statusCode, nothing.json().code]).toEqual([409, 'NOTHING_TO_BOOK'])
  })

  it('of two people at once is booked once, and both are told so', async () => {
    const parcels = await delivered(300)
    const text = csv(
      'AWB,Amount',
      parcels.map(({ trackingNumber }) => `${trackingNumber},${CASH}`),
    )
    const mine = await check(text, { kind: 'cash' })
    const theirs = await check(text, { kind: 'cash', name: 'theirs.csv' })
    expect(mine._id).not.toBe(theirs._id)
    const answers = await Promise.all([book(mine._id), book(theirs._id), book(mine._id)])
    expect(new Set(answers.map(({ _id }) => _id)).size).toBe(1)
    const done = await bookToEnd(answers[0]?._id ?? '')
    expect(done).toMatchObject({ bookedLines: 300, waiting: 0 })
    expect(await entries()).toHaveLength(300)
    expect(await acts()).toHaveLength(1)
  })

  it.runIf(onPostgres)('booked by two processes at once is booked once', async () => {
    const parcels = await delivered(300)
    const text = csv(
      'AWB,Amount',
      parcels.map(({ trackingNumber }) => `${trackingNumber},${CASH}`),
    )
    const { _id } = await check(text, { kind: 'cash' })
    const other = await shop.anotherProcess()
    const cookie = [...seller.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const url = `/api/parcel/file/${_id}/book`
    const [one, two] = await Promise.all([
      seller.send({ method: 'POST', url }),
      other.request({ method: 'POST', url, headers: { cookie } }),
    ])
    expect([one?.statusCode, two?.statusCode]).toEqual([200, 200])
    expect(await bookToEnd(_id)).toMatchObject({ bookedLines: 300, waiting: 0 })
    await other.close()
    expect(await entries()).toHaveLength(300)
  })

  it('is judged again line by line when it is booked: what somebody has marked since is left out, and said', async () => {
    const [a, b] = five(await delivered(5))
    const { _id } = await check(csv('AWB,Amount', [`${a.trackingNumber},${CASH}`, `${b.trackingNumber},${CASH}`]), {
      kind: 'cash',
      columns: { parcel: 0, amount: 1 },
    })
    await seller.send({ method: 'POST', url: `/api/order/${a.orderId}/cash-received` })
    const booked = await bookToEnd(_id)
    expect(booked).toMatchObject({ bookedLines: 1, look: [{ line: 2, what: 'barred' }] })
    expect(booked.look[0]?.whatWeDo).toContain('All its cash is booked already')
    expect(await entries()).toHaveLength(2)
  })

  it('with the same content as an earlier one is another remittance where somebody says so, and its reference is kept', async () => {
    const [a] = five(await delivered(5))
    const half = (more: Record<string, string> = {}) =>
      check(csv('AWB,Amount', [`${a.trackingNumber},600`]), {
        kind: 'cash',
        columns: { parcel: 0, amount: 1 },
        ...more,
      })
    const first = await half()
    await bookToEnd(first._id)
    expect(await half()).toMatchObject({ _id: first._id, state: 'booked' })
    const second = await half({ again: 'yes' })
    expect(second).toMatchObject({ state: 'checked', toBook: 1 })
    // Two people who say so at once mean the same one.
    const twice = await half({ again: 'yes' })
    await bookToEnd(second._id)
    expect((await book(twice._id))._id).toBe(second._id)
    expect((await parcelNow(a.id)).cash_received_paise).toBe(1200_00)
    // Another reference is another transfer: nobody has to say more.
    const third = await half({ reference: ' UTR 77 ' })
    expect(third).toMatchObject({ state: 'checked', reference: 'UTR 77' })
    await bookToEnd(third._id)
    expect(await half({ reference: 'UTR 77' })).toMatchObject({ _id: third._id, state: 'booked' })
    expect((await entries()).map(({ reference }) => reference).sort()).toEqual(['UTR 77', null, null].sort())
  })

  it('goes on after a crash, and doubles nothing', async () => {
    const parcels = await delivered(50)
    const text = csv(
      'AWB,Amount',
      parcels.map(({ trackingNumber }) => `${trackingNumber},${CASH}`),
    )
    const { _id } = await check(text, { kind: 'cash' })
    // As a process leaves it that dies after its first part.
    let parts = 0
    const own = { ...shop.deps, jobs: { ...shop.deps.jobs, run: async () => {} } }
    const { bookFile } = await import('./book-courier-file.ts')
    const account = await shop.db.selectFrom('sellers').select('id').executeTakeFirstOrThrow()
    await bookFile(own, principalOf('seller', account.id), _id)
    await courierFilesJob(shop.deps).work(() => parts++ === 1)
    expect(await entries()).toHaveLength(20)
    expect(await seller.api(getCourierFile, { params: { id: _id } })).toMatchObject({ state: 'booking', waiting: 30 })
    // The next start, with somebody who presses the button again.
    await Promise.all([courierFilesJob(shop.deps).work(() => false), book(_id)])
    expect(await bookToEnd(_id)).toMatchObject({ bookedLines: 50 })
    expect(await entries()).toHaveLength(50)
  })
})

describe('a file of what became of parcels', () => {
  it('moves them, and names the words that we do not know', async () => {
    const [a, b, c, d, e] = five(await cashParcels(shop, 5, { status: 'Shipped', tracking: 'W' }))
    const [packed] = await cashParcels(shop, 1, { status: 'Packed', tracking: 'P' })
    const text = csv('Waybill,Status', [
      `${a.trackingNumber},Delivered`,
      `${b.trackingNumber},RTO Initiated`,
      `${c.code},LOST`,
      `${d.trackingNumber},In Transit`,
      `${e.trackingNumber},Door locked`,
      `${packed?.trackingNumber},Delivered`,
      `${a.trackingNumber},RTO`,
    ])
    const answer = await check(text, { kind: 'outcome' })
    expect(answer).toMatchObject({ matched: 3, same: 1, unclear: 1, barred: 1, twice: 1, toBook: 3 })
    expect(answer.look.map(({ line, whatWeDo }: Record<string, unknown>) => [line, whatWeDo])).toEqual([
      [6, 'Left out. We do not know the word “Door locked”.'],
      [7, 'Left out. The parcel is not shipped yet.'],
      [8, 'Left out. Line 2 books it.'],
    ])
    expect(await book(answer._id)).toMatchObject({ state: 'booked', bookedLines: 3 })
    const statuses = await Promise.all([a, b, c, d, e].map(async ({ id }) => (await parcelNow(id)).status))
    expect(statuses).toEqual(['Delivered', 'Refused', 'Lost', 'Shipped', 'Shipped'])
    expect(await orderNow(a.orderId)).toMatchObject({ status: 'Delivered', is_paid: 0 })
    expect(await orderNow(b.orderId)).toMatchObject({ status: 'Shipped', problem: 1 })
  })

  it('leaves alone what somebody moved after the check, and says so', async () => {
    const [a, b] = five(await cashParcels(shop, 5, { status: 'Shipped', tracking: 'W' }))
    const text = csv('Waybill,Status', [`${a.trackingNumber},Delivered`, `${b.trackingNumber},Delivered`])
    const { _id } = await check(text, { kind: 'outcome' })
    const moved = { parcels: [b.id], to: 'Refused' }
    await seller.send({ method: 'POST', url: '/api/parcel/move', payload: moved })
    const booked = await book(_id)
    expect(booked).toMatchObject({ bookedLines: 1, toBook: 2 })
    expect(booked.message).toMatch(/1 line\. 1 line could not be booked any more$/)
    expect(booked.look).toMatchObject([
      { line: 3, whatWeDo: 'Left out. The parcel is refused and cannot become delivered.' },
    ])
    expect(await parcelNow(b.id)).toMatchObject({ status: 'Refused' })
  })
})

describe('a file of tracking numbers', () => {
  it('gives them to parcels and ships what is packed', async () => {
    const [a, b, c, d, e] = five(await cashParcels(shop, 5, { status: 'Packed' }))
    const [held] = await cashParcels(shop, 1, { status: 'Shipped', tracking: 'HELD' })
    const [toPack] = await cashParcels(shop, 1, { status: 'To pack' })
    const text = csv('Order No,AWB No', [
      `${a.orderNumber},EX 1 IN`,
      `${b.code},EX2IN`,
      `${c.code},${held?.trackingNumber}`,
      `${d.code},ex1in`,
      `${e.code},`,
      `${toPack?.code},EX5IN`,
      'H1-1,EX6IN',
    ])
    const answer = await check(text, { kind: 'tracking', courier: 'delhivery' })
    expect(answer).toMatchObject({ matched: 3, ships: 2, barred: 1, twice: 1, unclear: 1, unknown: 1 })
    expect(answer.look.map(({ line, whatWeDo }: Record<string, unknown>) => [line, whatWeDo])).toEqual([
      [4, `Left out. Parcel ${held?.code} has this number.`],
      [5, `Left out. Line 2 gives this number to ${a.code}.`],
      [6, 'Left out. It has no tracking number.'],
      [8, 'Left out. Ask the courier.'],
    ])
    expect(await book(answer._id)).toMatchObject({ state: 'booked', bookedLines: 3 })
    expect(await parcelNow(a.id)).toMatchObject({
      ...{ status: 'Shipped', tracking_number: 'EX 1 IN', courier: 'Delhivery' },
      tracking_url: expect.stringContaining('delhivery.com'),
    })
    expect(await orderNow(a.orderId)).toMatchObject({ status: 'Shipped' })
    expect(await parcelNow(toPack?.id ?? '')).toMatchObject({ status: 'To pack', tracking_number: 'EX5IN' })
    expect(await parcelNow(c.id)).toMatchObject({ status: 'Packed', tracking_number: null })
  })

  it('leaves packed parcels packed when asked to, and names a number that is replaced', async () => {
    const [a] = await cashParcels(shop, 1, { status: 'Packed', tracking: 'OLD' })
    const answer = await check(csv('Parcel;AWB', [`${a?.code};NEW1`]), { kind: 'tracking', shipped: 'no' })
    expect(answer).toMatchObject({ changed: 1, ships: 0, toBook: 1, shipped: false })
    expect(answer.look).toMatchObject([{ whatWeDo: 'The number takes the place of OLD0.' }])
    await book(answer._id)
    expect(await parcelNow(a?.id ?? '')).toMatchObject({ status: 'Packed', tracking_number: 'NEW1' })
  })
})

describe('the columns of a file', () => {
  it('are remembered for the next one with the same heading', async () => {
    const [a] = await cashParcels(shop, 1, { status: 'Delivered', tracking: 'EX' })
    const heading = 'Zeile,Sendung,Betrag'
    const preview = async (text: string) => {
      const form = await courierFileForm(text, { kind: 'cash' })
      return (await seller.send({ method: 'POST', url: '/api/parcel/file/preview', ...form })).json()
    }
    const first = await preview(csv(heading, [`1,${a?.trackingNumber},5`]))
    expect(first).toMatchObject({
      rows: [
        ['Zeile', 'Sendung', 'Betrag'],
        ['1', 'EX0', '5'],
      ],
      isRemembered: false,
    })
    const refused = await send(csv(heading, ['1,EX0,5']), { kind: 'cash' })
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      'Say which columns have these: tracking number or parcel, amount handed over',
    ])
    await check(csv(heading, ['1,EX0,5']), { kind: 'cash', columns: { parcel: 1, amount: 2 } })
    expect(await preview(csv(heading, ['9,EX5,7']))).toMatchObject({
      ...{ columns: { parcel: 1, amount: 2, heading: true }, isRemembered: true },
    })
    expect(await check(csv(heading, ['1,EX0,6']), { kind: 'cash' })).toMatchObject({ short: 1 })
    expect((await preview(csv('a,b,c', ['9,EX5,7']))).isRemembered).toBe(false)

    // Without a heading they are suggested, and somebody says that they fit.
    await check('5;EX0', { kind: 'cash', columns: { parcel: 1, amount: 0, heading: false } })
    const suggested = { columns: { parcel: 1, amount: 0, heading: false }, isRemembered: false }
    expect(await preview('7;EX9')).toMatchObject(suggested)
    expect(await preview('Betrag;Sendung')).toMatchObject({ columns: { heading: true }, isRemembered: false })
    expect((await send('7;EX9', { kind: 'cash' })).statusCode).toBe(400)
  })
})

describe('a file that is refused', () => {
  it.each([
    ['no kind', 'AWB,Amount\nEX,1', { kind: 'post' }, 'Say what kind of file it is: tracking, outcome or cash'],
    ['columns that are no JSON', 'AWB,Amount\nEX,1', { kind: 'cash', columns: '{' }, 'columns is not valid JSON'],
    [
      'a column missing',
      'AWB,Amount\nEX,1',
      { kind: 'cash', columns: { parcel: 0 } },
      'Say which column has this: amount handed over',
    ],
    ['no line', '', { kind: 'cash' }, 'This file is empty'],
    [
      'a reference that a spreadsheet has shortened',
      'AWB,Amount\nEX,1',
      { kind: 'cash', reference: '1.23456789012346E+016' },
      'A spreadsheet has shortened this reference. Write it out',
    ],
    ['a spreadsheet', 'PK\u0003\u0004', { kind: 'cash' }, /^This is a spreadsheet/],
    [
      'an .ods',
      zipOf([{ name: 'content.xml', content: Buffer.from('<x/>') }]),
      { kind: 'cash' },
      'This is an .ods file. Save it as .xlsx, or as “CSV UTF-8”, and choose that file',
    ],
    ['an .xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), { kind: 'cash' }, /^This is a spreadsheet of an older kind/],
  ])('for %s', async (_, text, fields, said) => {
    const form = await courierFileForm(text, fields)
    const answer = await seller.send({ method: 'POST', url: '/api/parcel/file', ...form })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toEqual(typeof said === 'string' ? said : expect.stringMatching(said))
    expect(await shop.db.selectFrom('courier_files').select('id').execute()).toEqual([])
  })

  it('for more than 6 MB, which it names', async () => {
    const form = await courierFileForm(Buffer.alloc(MAX_FILE_BYTES + 1, 'x'), { kind: 'cash' })
    const answer = await seller.send({ method: 'POST', url: '/api/parcel/file', ...form })
    expect([answer.statusCode, answer.json().message]).toEqual([413, 'A courier’s file can have at most 6 MB'])
  })

  it('because it is not there, or not the seller who asks', async () => {
    const missing = await seller.send({ method: 'POST', url: '/api/parcel/file/nothing/book' })
    expect([missing.statusCode, missing.json().code]).toEqual([404, 'COURIER_FILE_NOT_FOUND'])
    const shopper = await shop.shopper()
    const form = await courierFileForm('AWB,Amount\nEX,1', { kind: 'cash' })
    expect((await shopper.send({ method: 'POST', url: '/api/parcel/file', ...form })).statusCode).toBe(403)
  })
})

describe('a file of 20,000 lines', () => {
  const MANY = 20_000
  const KNOWN = 1000

  it('is checked and booked, with all its bad lines as CSV', { timeout: 240_000 }, async () => {
    const parcels = await cashParcels(shop, KNOWN, { status: 'Delivered', tracking: 'EX' })
    const line = (parcel: TestParcel | undefined, at: number) => `${parcel?.trackingNumber ?? `NONE${at}`},${CASH}`
    const text = csv(
      'AWB,Amount',
      Array.from({ length: MANY }, (_, at) => line(parcels[at], at)),
    )
    const answer = await check(text, { kind: 'cash' })
    expect(answer).toMatchObject({ lines: MANY, matched: KNOWN, unknown: MANY - KNOWN, missing: 0 })
    expect(answer).toMatchObject({ linesToLookAt: MANY - KNOWN, look: { length: 200 } })
    const { body } = await seller.send({ url: `/api/parcel/file/${answer._id}/lines.csv` })
    expect(body.split('\r\n')).toHaveLength(MANY - KNOWN + 2)
    expect(await bookToEnd(answer._id)).toMatchObject({ bookedLines: KNOWN })
    expect(await entries()).toHaveLength(KNOWN)
  })
})
