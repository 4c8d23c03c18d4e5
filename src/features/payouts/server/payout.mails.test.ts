import { extractText, getDocumentProxy } from 'unpdf'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tellSeller } from '#features/mails/server/shop-mails.ts'
import { postOffice } from '#testing/post-office.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { listDue, makePayoutRun, markPayoutFailed, markPayoutSent, setPayoutAccount } from '../payouts.contract.ts'
import { account, addDelivered, addProducer, drawnStatement, enter } from '../testing/statements.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
let office: Awaited<ReturnType<typeof postOffice>>
beforeEach(async () => {
  office = await postOffice()
  shop = await testShop({ ...sellerSettings, SMTP_URL: office.url })
  seller = await shop.seller()
})
afterEach(async () => {
  await shop.close()
  await office.down()
})

const setAccount = (producer: string, changed: typeof account | null) =>
  seller.api(setPayoutAccount, {
    params: { producer },
    body: { account: changed, currentPassword: sellerSettings.SELLER_PASSWORD },
  })
const markSent = (id: string) => seller.api(markPayoutSent, { params: { id }, body: { reference: 'NEFT N326261190' } })
const markFailed = (id: string) =>
  seller.api(markPayoutFailed, { params: { id }, body: { reason: 'The account is closed, see bank.example' } })
const run = (key: string) =>
  seller.api(makePayoutRun, {
    headers: { 'idempotency-key': key },
    body: { currentPassword: sellerSettings.SELLER_PASSWORD },
  })
const post = () => shop.deps.jobs.run('mails')

/** A producer to whom this much is due, in paise. */
async function owed(name: string, email: string, due: number) {
  const producer = await addProducer(shop, { name, email })
  const of = await addDelivered(shop, 'Vase', new Date())
  await enter(shop, producer.id, new Date(), [{ kind: 'sale', of, quantity: 1, maker: due }])
  return producer
}

describe('a payout that was sent', () => {
  it('is told to its producer once, with the statement as PDF and CSV', async () => {
    const { payoutId, producer } = await drawnStatement(shop)
    await markSent(payoutId)
    await markSent(payoutId)
    await shop.db.updateTable('producers').set({ name: 'Another name' }).execute()
    await post()
    expect(office.arrived).toHaveLength(1)
    const [mail] = office.arrived
    expect(mail?.to).toEqual([producer.email])
    expect((await shop.mailsTo(producer.email))[0]?.subject).toBe('Haat has paid you ₹8,759.00')
    const text = mail?.text.replace(/\s+/g, ' ')
    for (const words of [
      'We have paid you ₹8,759.00, Matti Pottery Collective.',
      'Run 1 of 22 November 2026',
      'To SBI, ends in 4417',
      'Reference NEFT N326261190',
    ])
      expect(text).toContain(words)
    expect(mail?.text).not.toContain(account.kind === 'bank' ? account.accountNumber : '')
    const [pdf, csv] = mail?.files ?? []
    expect([pdf?.name, pdf?.type]).toEqual(['statement-1-matti-pottery-collective.pdf', 'application/pdf'])
    expect([csv?.name, csv?.type]).toEqual(['statement-1-matti-pottery-collective.csv', 'text/csv'])
    const { text: pages } = await extractText(await getDocumentProxy(new Uint8Array(pdf?.bytes ?? [])))
    expect(pages.join(' ').replace(/\s+/g, ' ')).toContain('Reference NEFT N326261190 State Sent')
    expect(csv?.bytes.toString()).toMatch(/^\uFEFFentry,.*\r\n7,/)
    expect(csv?.bytes.toString().trimEnd().split('\r\n')).toHaveLength(8)
  })

  it('is told to nobody where the shop knows no address', async () => {
    const { payoutId } = await drawnStatement(shop)
    await shop.db.updateTable('producers').set({ email: '' }).execute()
    await markSent(payoutId)
    expect(await shop.mailsTo()).toEqual([])
  })
})

describe('a payout that failed', () => {
  it('is told to its producer, with the reason and what to do', async () => {
    const { payoutId, producer } = await drawnStatement(shop)
    await markFailed(payoutId)
    await markFailed(payoutId)
    const mails = await shop.mailsTo(producer.email)
    expect(mails).toHaveLength(1)
    const [mail] = mails
    expect(mail?.subject).toBe('Haat: your payout of ₹8,759.00 did not arrive')
    const text = mail?.text_body.replace(/\s+/g, ' ')
    expect(text).toContain('with run 1 to your account (SBI, ends in 4417), and the bank could not pay it.')
    // No link that a stranger could have us send.
    expect(text).toContain('The account is closed, see bank. example')
    expect(text).toContain('it is due again, and goes out with our next run')
  })

  it('is told to the shop as its setting of mails says', async () => {
    const { payoutId } = await drawnStatement(shop)
    await tellSeller(shop.deps)
    await markFailed(payoutId)
    shop.setClock(new Date(Date.now() + 120_000))
    await tellSeller(shop.deps)
    await tellSeller({ ...shop.deps, now: () => new Date(Date.now() + 300_000) })
    const news = (await shop.mailsTo(sellerSettings.SELLER_EMAIL)).filter(({ subject }) => /ayout/.test(subject))
    expect(news).toMatchObject([
      { subject: 'Payout failed: Matti Pottery Collective, ₹8,759.00, The account is closed, see bank. example' },
    ])
    expect(news[0]?.text_body).toContain('See the payouts: http://localhost:3000/seller/payouts')
  })

  it('is told to nobody of the shop where the setting says so', async () => {
    const { payoutId } = await drawnStatement(shop)
    await markFailed(payoutId)
    await tellSeller({ ...shop.deps, config: { ...shop.deps.config, shopMails: 'none' } })
    shop.setClock(new Date(Date.now() + 120_000))
    await tellSeller(shop.deps)
    expect((await shop.mailsTo(sellerSettings.SELLER_EMAIL)).filter(({ subject }) => /ayout/.test(subject))).toEqual([])
  })
})

describe('an account', () => {
  it('is asked for by each run that could not pay without one, and the balances say when', async () => {
    const ravi = await owed('Ravi', 'ravi@example.com', 600_00)
    const [bina, demo] = [await owed('Bina Devi', 'bina@example.com', 2146_00), await owed('A sample', '', 900_00)]
    await owed('Too little', 'little@example.com', 499_99)
    await setAccount(ravi.id, account)
    await run('one')
    await run('one')
    const mails = await shop.mailsTo('bina@example.com')
    expect(mails.map(({ subject }) => subject)).toEqual(['Haat: where may we send your ₹2,146.00?'])
    expect(mails[0]?.text_body).toContain('We have ₹2,146.00 for you, Bina Devi.')
    expect(await shop.mailsTo('little@example.com')).toEqual([])
    const { balances } = await seller.api(listDue)
    const askedAt = (id: string) => balances.find(({ producer }) => producer._id === id)?.accountAskedAt
    expect(askedAt(bina.id)).toBeInstanceOf(Date)
    expect(askedAt(demo.id)).toBeUndefined()
    const of = await addDelivered(shop, 'Vase', new Date())
    await enter(shop, ravi.id, new Date(), [{ kind: 'sale', of, quantity: 1, maker: 700_00 }])
    await run('two')
    expect(await shop.mailsTo('bina@example.com')).toHaveLength(2)
  })

  it('that changed is told to the address on record, without a word of what it is', async () => {
    const producer = await addProducer(shop, { email: 'matti@example.com' })
    await setAccount(producer.id, account)
    await setAccount(producer.id, account)
    await setAccount(producer.id, null)
    const mails = await shop.mailsTo('matti@example.com')
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('Haat: your account for payouts was changed'))
    for (const mail of mails) {
      const all = [mail.data, mail.subject, mail.text_body, mail.html_body].join(' ')
      expect(all).not.toMatch(/SBI|4417|Collective/)
    }
    expect(mails[0]?.text_body.replace(/\s+/g, ' ')).toContain('Did you not ask for this? Then write to')
  })
})
