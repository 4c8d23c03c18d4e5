import { Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#kernel/observe/log/log.ts'
import { DAY_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { tableRows } from '#testing/table-rows.ts'
import { accountLabel } from '../payouts.account.ts'
import { getPayoutAccount, listDue, listPayouts, setPayoutAccount } from '../payouts.contract.ts'
import {
  addMaker,
  bankAccount,
  giveAccount,
  owe,
  prove,
  run,
  type Seller,
  shopWithDues,
  unprove,
  upiAccount,
} from '../testing/payouts.ts'

let shop: TestShop
let seller: Seller
let asha: string
let ravi: string
let log: string
beforeEach(async () => {
  log = ''
  const lines = new Writable({
    write(line, _, done) {
      log += line
      done()
    },
  })
  shop = await testShop({ ...sellerSettings, RATE_LIMIT: 'on' }, { log: createLog('trace', lines) })
  ;({ seller, asha, ravi } = await shopWithDues(shop))
})
afterEach(() => shop.close())

const put = (producer: string, payload: object) =>
  seller.send({ method: 'PUT', url: `/api/payout/account/${producer}`, payload })
const password = { currentPassword: sellerSettings.SELLER_PASSWORD }
const read = (producer: string) => seller.api(getPayoutAccount, { params: { producer } })

describe('an account', () => {
  it('is told in full to its editor, and is a label everywhere else', async () => {
    expect(await read(asha)).toMatchObject({
      producer: { name: 'Asha' },
      account: bankAccount,
      changedBy: 'seller@example.com',
    })
    expect((await read(ravi)).account).toEqual(upiAccount)
    await run(seller)
    const everywhere = JSON.stringify([
      await seller.api(listDue),
      await seller.api(listPayouts),
      (await seller.send({ method: 'GET', url: '/api/payout/run' })).json(),
      (await seller.send({ method: 'GET', url: '/api/seller/audit' })).json(),
      await shop.db.selectFrom('audit_log').selectAll().execute(),
      (await shop.request({ method: 'GET', url: '/metrics' })).body,
      log,
    ])
    expect(everywhere).toContain('SBI, ends in 4417')
    expect(everywhere).toContain('Payout account of Asha entered')
    expect(everywhere).toContain('Payout account of Asha read in full')
    expect(everywhere).not.toContain('30004567894417')
    expect(everywhere).not.toContain('SBIN0001234')
    expect(accountLabel({ kind: 'upi', holder: 'Asha', upi: '9845012345@ybl' })).toBe('UPI, ends in 2345@ybl')
  })

  it('stays out of the log, whoever writes it there', async () => {
    shop.deps.log.info({ account: bankAccount, upi: 'charkha@upi' }, 'a mistake')
    const line = log.split('\n').find((line) => line.includes('a mistake'))
    expect(line).toContain('"bank":"SBI"')
    for (const secret of ['30004567894417', 'SBIN0001234', 'Matti Pottery', 'charkha'])
      expect(line).not.toContain(secret)
  })

  it('changes by a proof only, and tries are counted', async () => {
    await unprove(shop)
    expect((await put(asha, { account: upiAccount })).json().code).toBe('ASK_AGAIN')
    const wrong = await put(asha, { account: upiAccount, currentPassword: 'guessed it' })
    expect([wrong.statusCode, wrong.json().code]).toEqual([403, 'WRONG_PASSWORD'])
    for (let tries = 0; tries < 9; tries++) await put(asha, { account: upiAccount, currentPassword: 'guessed it' })
    expect((await put(asha, { account: upiAccount, ...password })).statusCode).toBe(429)
    seller = await shop.seller()
    expect((await read(asha)).account).toEqual(bankAccount)
  })

  it.each([
    [
      'an account number with letters',
      { ...bankAccount, accountNumber: '12A456' },
      'An account number is 6 to 18 digits',
    ],
    ['one that is too long', { ...bankAccount, accountNumber: '1'.repeat(19) }, 'An account number is 6 to 18 digits'],
    ['an IFSC without its zero', { ...bankAccount, ifsc: 'SBIN1001234' }, /^An IFSC is 11 signs/],
    ['no holder', { ...bankAccount, holder: ' ' }, 'Enter the name of the account holder'],
    ['a UPI ID without a bank', { ...upiAccount, upi: 'charkha' }, 'A UPI ID looks like name@bank'],
    ['a UPI ID that is a formula', { ...upiAccount, upi: '=1+1@upi' }, 'A UPI ID looks like name@bank'],
    ['another kind', { kind: 'cash', holder: 'Asha' }, 'Choose a bank account or a UPI ID'],
  ])('%s is refused', async (_, account, message) => {
    const answer = await put(asha, { account, ...password })
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json().message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
    expect((await read(asha)).account).toEqual(bankAccount)
  })

  it('is written as it is kept, whatever spaces were typed; null takes it off', async () => {
    const typed = { ...bankAccount, accountNumber: '3000 4567-8944 17', ifsc: ' sbin0001234 ', holder: ' Asha  ' }
    expect((await put(asha, { account: typed, ...password })).statusCode).toBe(200)
    expect((await read(asha)).account).toEqual({ ...bankAccount, holder: 'Asha' })
    expect((await put(asha, { account: null, ...password })).json()).toMatchObject({ account: null })
    expect((await read(asha)).account).toBeNull()
    expect((await seller.api(listDue)).balances.map(({ next }) => next)).toEqual(['run', 'no account'])
    await expect(read('nobody')).rejects.toMatchObject({ code: 'PRODUCER_NOT_FOUND' })
    await expect(
      seller.api(setPayoutAccount, { params: { producer: 'nobody' }, body: { account: upiAccount, ...password } }),
    ).rejects.toMatchObject({ code: 'PRODUCER_NOT_FOUND' })
  })
})

describe('a changed account of which no mail could tell', () => {
  const setEmail = (email: string) => shop.db.updateTable('producers').set({ email }).where('id', '=', asha).execute()
  const other = { ...bankAccount, accountNumber: '40004567894418' }
  const nextOf = async (producer: string) =>
    (await seller.api(listDue)).balances.find((balance) => balance.producer._id === producer)?.next
  const note = async (of: { called?: string; changedAt?: Date; currentPassword?: string } = {}) => {
    const { changedAt } = await read(asha)
    const payload = { called: 'Asha’s brother, 98450 12345', changedAt, ...password, ...of }
    return seller.send({ method: 'POST', url: `/api/payout/account/${asha}/called`, payload })
  }
  async function aDayLater() {
    shop.setClock(new Date(shop.deps.now().getTime() + DAY_MS + 1000))
    seller = await shop.seller()
  }
  beforeEach(async () => {
    await setEmail('')
    await giveAccount(seller, asha, other)
  })

  it('is in no run before somebody noted, with the password, who was called', async () => {
    await aDayLater()
    expect(await nextOf(asha)).toBe('call')
    expect(await read(asha)).toMatchObject({ mustCall: true, phone: '+91 98450 12345' })
    expect((await run(seller)).json().run).toMatchObject({ producers: 1 })
    expect((await note({ currentPassword: 'guessed it' })).json().code).toBe('WRONG_PASSWORD')
    expect((await note({ called: ' ' })).json()).toMatchObject({ message: 'Enter whom you spoke to' })
    expect((await read(asha)).mustCall).toBe(true)
    expect((await note()).json().message).toBe('Call about the account of Asha noted')
    expect(await read(asha)).toMatchObject({ mustCall: false, called: 'Asha’s brother, 98450 12345' })
    expect(await nextOf(asha)).toBe('run')
    const { body } = await seller.send({ method: 'GET', url: '/api/seller/audit' })
    expect(body).toContain('Call about the changed payout account of Asha noted: Asha’s brother, 98450 12345')
    expect((await run(seller)).json().run).toMatchObject({ producers: 1, amount: 1000 })
  })

  it('still waits its day where the call came sooner', async () => {
    expect((await note()).statusCode).toBe(200)
    expect(await nextOf(asha)).toBe('waits')
  })

  it('is called about as it is: not for a change before, not twice, not for one that a mail told or that was taken off', async () => {
    const { changedAt } = await read(asha)
    await aDayLater()
    await giveAccount(seller, asha, { ...other, holder: 'Somebody' })
    expect((await note(changedAt ? { changedAt } : {})).json().code).toBe('NOBODY_TO_CALL')
    expect((await note()).statusCode).toBe(200)
    expect((await note()).json().code).toBe('NOBODY_TO_CALL')
    await giveAccount(seller, asha, null)
    expect(await read(asha)).toMatchObject({ mustCall: false })
    expect((await note()).json().code).toBe('NOBODY_TO_CALL')
    await giveAccount(seller, ravi, bankAccount)
    expect((await read(ravi)).mustCall).toBe(false)
    const unknown = { method: 'POST', url: '/api/payout/account/nobody/called' } as const
    const payload = { called: 'Asha', changedAt, ...password }
    expect((await seller.send({ ...unknown, payload })).json().code).toBe('PRODUCER_NOT_FOUND')
  })

  it('waits for the call also when an address came meanwhile, by itself or with one more change', async () => {
    await setEmail('not-asha@example.com')
    await aDayLater()
    expect(await nextOf(asha)).toBe('call')
    await giveAccount(seller, asha, { ...other, holder: 'Somebody' })
    await aDayLater()
    expect(await nextOf(asha)).toBe('call')
    expect((await note()).statusCode).toBe(200)
    await giveAccount(seller, asha, other)
    await aDayLater()
    expect(await nextOf(asha)).toBe('run')
  })

  it('needs no call where it is the first', async () => {
    const zoya = await addMaker(shop.deps, 'Zoya')
    await shop.db.updateTable('producers').set({ email: '' }).where('id', '=', zoya).execute()
    await giveAccount(seller, zoya)
    await owe(shop.deps, zoya, 1000_00)
    expect(await nextOf(zoya)).toBe('run')
  })
})

describe('the file for the bank', () => {
  const file = (number: number | string) => seller.send({ method: 'GET', url: `/api/payout/run/${number}/bank.csv` })
  beforeEach(() => prove(seller))

  it('has a row for each open payout, with columns for NEFT and UPI', async () => {
    const formula = await addMaker(shop.deps, 'Zoya')
    await giveAccount(seller, formula, { ...bankAccount, holder: '=cmd()', bank: '+SBI', accountNumber: '000123' })
    await owe(shop.deps, formula, 1234_50)
    await run(seller)
    // The account of a payout is the one of its run.
    await giveAccount(seller, asha, upiAccount)
    const answer = await file(1)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="payout-run-1.csv"')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body.replace('\uFEFF', '').split('\r\n')).toEqual([
      'mode,beneficiary,account number,IFSC,bank,UPI ID,amount,remarks,account check',
      '"NEFT","Matti Pottery Collective","30004567894417","SBIN0001234","SBI","","1000.00","Haat payout 1","14 digits, ends in 4417"',
      '"UPI","Charkha Weavers","","","","charkha@upi","1000.00","Haat payout 1",""',
      `"NEFT","'=cmd()","000123","SBIN0001234","'+SBI","","1234.50","Haat payout 1","6 digits, ends in 0123"`,
      '',
    ])
  })

  it('is an .xlsx as well, whose account numbers are text', async () => {
    const zoya = await addMaker(shop.deps, 'Zoya')
    await giveAccount(seller, zoya, { ...bankAccount, holder: 'Zoya', accountNumber: '000345678944171234' })
    await owe(shop.deps, zoya, 1234_50)
    await run(seller)
    const { rawPayload } = await seller.send({ method: 'GET', url: '/api/payout/run/1/bank.xlsx' })
    const rows = await tableRows(rawPayload)
    const own = rows.find((cells) => cells[1] === 'Zoya')
    expect([own?.[2], own?.[6], own?.[8]]).toEqual(['000345678944171234', '1234.5', '18 digits, ends in 1234'])
  })

  it('leaves out what was sent or has failed, and is refused when nothing is open', async () => {
    await run(seller)
    const { payouts } = await seller.api(listPayouts)
    const [first, second] = payouts
    await seller.send({ method: 'POST', url: `/api/payout/${first?._id}/sent`, payload: { reference: 'A1' } })
    expect((await file(1)).body.trim().split('\r\n')).toHaveLength(2)
    await seller.send({ method: 'POST', url: `/api/payout/${second?._id}/failed`, payload: { reason: 'closed' } })
    expect((await file(1)).json()).toMatchObject({ code: 'NOTHING_OPEN' })
    expect((await file(7)).json()).toMatchObject({ code: 'PAYOUT_RUN_NOT_FOUND' })
    expect((await file('x')).statusCode).toBe(400)
  })
})
