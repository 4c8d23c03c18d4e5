import {
  confirmEmailMail,
  emailChangedMail,
  passwordChangedMail,
  passwordResetMail,
  welcomeMail,
} from '#features/account/server/account.mails.ts'
import { seedDemoCatalogue } from '#features/catalog/server/demo-catalogue.ts'
import { changeApprovedMail, changeSentBackMail } from '#features/changes/server/changes.mails.ts'
import { troubleMail } from '#features/health/server/trouble.mails.ts'
import { mailParcels, mailStep, stepsWithMail } from '#features/orders/mails/server/order-step.mails.ts'
import { placeCodOrder } from '#features/orders/orders.contract.ts'
import { setTracking } from '#features/orders/parcels/server/change-parcel.ts'
import { parcelsOf } from '#features/orders/parcels/server/parcel-rows.ts'
import { writeParcels } from '#features/orders/parcels/server/write-parcels.ts'
import { lockOrder } from '#features/orders/server/order-row.ts'
import {
  accountChangedMail,
  accountMissingMail,
  payoutFailedMail,
  payoutSentMail,
} from '#features/payouts/server/payout.mails.ts'
import { drawnStatement } from '#features/payouts/testing/statements.ts'
import {
  applicationApprovedMail,
  applicationReceivedMail,
  applicationRejectedMail,
  producerEmailChangedMail,
} from '#features/producers/server/producers.mails.ts'
import { application } from '#features/producers/testing/application.ts'
import { returnMail, returnSteps } from '#features/returns/server/returns.mails.ts'
import { factorMail, newDeviceMail } from '#features/second-factor/server/second-factor.mails.ts'
import { oneWithMoneyMail, yesAskedMail, yesDecidedMail } from '#features/second-yes/server/second-yes.mails.ts'
import { backInStockMail, confirmAlertMail } from '#features/stock-alerts/server/stock-alerts.mails.ts'
import { invitationMail, removedMail, rightsChangedMail } from '#features/team/server/team.mails.ts'
import { personEnteredMail, workshopInvitationMail } from '#features/workshop/door/server/door.mails.ts'
import { ownLoginSetMail } from '#features/workshop/own-login/server/own-login.mails.ts'
import { parcelNotToSendMail, parcelToSendMail } from '#features/workshop/telling/server/maker-parcels.mails.ts'
import { transact } from '#kernel/background.ts'
import type { KeptMail } from '#kernel/mail/mail-kinds.ts'
import { newId } from '#shared/ids.ts'
import { NO_MONEY, paise } from '#shared/money.ts'
import { DAY_MS } from '#shared/time.ts'
import { testShop } from '#testing/shop.ts'
import { tellSeller } from '../server/shop-mails.ts'

export interface ShownMail {
  /** Such as "order Shipped", or "payout sent, hi" for one in Hindi. */
  kind: string
  subject: string
  text: string
  html: string
}

/** Every kind of mail that the shop sends, each once; those to makers and applicants in Hindi, too. Pictures are at http://haat.example/media. */
export async function everyMail(): Promise<ShownMail[]> {
  const seller = 'seller@example.com'
  const shop = await testShop({
    PUBLIC_URL: 'http://haat.example',
    SELLER_EMAIL: seller,
    SELLER_PASSWORD: 'sell everything',
  })
  try {
    const { config } = shop.deps
    const mails = new Map<string, Omit<ShownMail, 'kind'>>()
    const newest = async (email: string) => {
      const mail = (await shop.mailsTo(email)).at(-1)
      if (!mail) throw new Error(`no mail to ${email}`)
      return { subject: mail.subject, text: mail.text_body, html: mail.html_body }
    }

    const unwritten = { subject: '', text_body: '', html_body: '', headers: null }
    const token = 'x'.repeat(32)
    const name = 'Ananya Rao'
    const savita = 'सविता देवी'
    const vase = { id: 'vase', name: 'Dip-Glazed Stoneware Vase', category: 'Pottery-Ceramics' }
    const scarf = { id: 'scarf', name: 'Indigo Shibori Scarf', category: 'Textiles-Fabrics' }
    const invited = { name, by: 'Meera Joshi', producer: 'Matti Pottery Collective', token, days: 14 }
    const kept = {
      welcome: welcomeMail.of({ name, token, days: 7 }),
      'confirm address': confirmEmailMail.of({ role: 'user', email: 'ananya@example.com', token, days: 7 }),
      'new password': passwordResetMail.of({ role: 'user', token, minutes: 30 }),
      'password changed': passwordChangedMail.of({ role: 'seller' }),
      'address changed': emailChangedMail.of({ role: 'user' }),
      trouble: troubleMail.of({
        troubles: [{ name: 'backup', says: 'The last backup is 30 hours old', since: shop.deps.now().getTime() }],
      }),
      'second factor': factorMail.of({ what: 'on' }),
      'new device': newDeviceMail.of({ device: 'Chrome on Android' }),
      'second yes asked': yesAskedMail.of({
        ...{ summary: 'Refund of order 104: ₹12,240.00', amountPaise: paise(12_240_00), by: 'Meera Joshi' },
        until: new Date(shop.deps.now().getTime() + 3 * DAY_MS).toISOString(),
      }),
      'second yes decided': yesDecidedMail.of({
        ...{ summary: 'Refund of order 104: ₹12,240.00', amountPaise: paise(12_240_00) },
        ...{ state: 'sent back', by: 'Dev Nair', reason: 'The pieces are not back yet' },
      }),
      'one with money': oneWithMoneyMail.of({
        ...{ from: 'Dev Nair', by: 'Meera Joshi', fromPaise: paise(10_000_00) },
        aloneFrom: new Date(shop.deps.now().getTime() + DAY_MS).toISOString(),
      }),
      'team invitation': invitationMail.of({ name, by: 'Meera Joshi', rights: ['orders', 'money'], token, days: 7 }),
      'rights changed': rightsChangedMail.of({ name, by: 'Meera Joshi', rights: ['orders'] }),
      'removed from team': removedMail.of({ name, by: 'Meera Joshi', email: seller }),
      'application received': applicationReceivedMail.of({ name, token }),
      'application approved': applicationApprovedMail.of({ id: 'ananya', name }),
      'application rejected': applicationRejectedMail.of({
        name,
        answer: 'We have many weavers now. Write again in spring.',
        token,
      }),
      'producer address changed': producerEmailChangedMail.of({ name }),
      'workshop invitation': workshopInvitationMail.of(invited),
      'workshop login set': ownLoginSetMail.of({ name, email: 'savita@example.com' }),
      'workshop entered': personEnteredMail.of({ name, producer: invited.producer }),
      'change approved': changeApprovedMail.of({ kind: 'new piece', person: name, name: vase.name }),
      'change sent back': changeSentBackMail.of({
        ...{ kind: 'piece', person: name, name: vase.name, by: 'Meera Joshi' },
        sentence: 'One photo is too dark. Take it by day.',
      }),
      'confirm alert': confirmAlertMail.of({ token, name: vase.name, days: 7 }),
      'product is back': backInStockMail.of({ token, products: [vase] }),
      'products are back': backInStockMail.of({ token, products: [vase, scarf] }),
    }
    const hindi = {
      'workshop invitation, hi': workshopInvitationMail.of(
        { ...invited, name: savita, by: 'मीरा जोशी', producer: 'मिट्टी पॉटरी' },
        'hi',
      ),
      'workshop login set, hi': ownLoginSetMail.of({ name: savita, email: 'savita@example.com' }, 'hi'),
      'application received, hi': applicationReceivedMail.of({ name: savita, token }, 'hi'),
      'application approved, hi': applicationApprovedMail.of({ id: 'savita', name: savita }, 'hi'),
      'application rejected, hi': applicationRejectedMail.of({ name: savita, token }, 'hi'),
      'change approved, hi': changeApprovedMail.of({ kind: 'new piece', person: savita, name: 'मिट्टी की कटोरी' }, 'hi'),
      'change sent back, hi': changeSentBackMail.of(
        {
          ...{ kind: 'piece', person: savita, name: 'मिट्टी की कटोरी', by: 'मीरा जोशी' },
          sentence: 'फ़ोटो अँधेरी है, दिन में लीजिए।',
        },
        'hi',
      ),
      'producer address changed, hi': producerEmailChangedMail.of({ name: savita }, 'hi'),
    }
    const { producer, payoutId } = await drawnStatement(shop)
    const payout = {
      ...{ payoutId, name: producer.name, run: 14, amountPaise: paise(8759_00), account: 'SBI, ends in 4417' },
      ...{ madeAt: Date.now(), reference: 'NEFT N326261190' },
    }
    const payoutMails = {
      'payout sent': payoutSentMail.of(payout),
      'payout failed': payoutFailedMail.of({ ...payout, reason: 'The number of the account is wrong' }),
      'payout account missing': accountMissingMail.of({ name: producer.name, amountPaise: paise(2146_00) }),
      'payout account changed': accountChangedMail.of({ at: Date.now() }),
      'payout sent, hi': payoutSentMail.of({ ...payout, name: savita, account: 'SBI, आख़िर में 4417' }, 'hi'),
      'payout failed, hi': payoutFailedMail.of({ ...payout, account: null, reason: 'खाता नंबर ग़लत है' }, 'hi'),
      'payout account missing, hi': accountMissingMail.of({ name: savita, amountPaise: paise(2146_00) }, 'hi'),
      'payout account changed, hi': accountChangedMail.of({ at: Date.now() }, 'hi'),
    }
    const returned = {
      ...({ orderId: newId(), number: 1042, wish: 'refund', paymentType: 'COD', refundPaise: 0 } as const),
      pieces: ['2 × Dip-Glazed Stoneware Vase'],
      addresses: ['Haat, 12 Fort Road, Jaipur 302001'],
    }
    const page = `http://haat.example/track/${token}`
    const tracking = { courier: 'Delhivery', number: 'DL 1234 5678', url: 'https://courier.example/DL12345678', page }
    const returnMails = returnSteps.map((step): [string, KeptMail] => [
      `return ${step}`,
      returnMail.of({
        ...{ ...returned, step },
        ...(step === 'declined' ? { message: 'The glaze is as it was.' } : {}),
        ...(step === 'sent again' ? { tracking } : {}),
      }),
    ])
    for (const [kind, mail] of [
      ...Object.entries(kept),
      ...Object.entries(hindi),
      ...Object.entries(payoutMails),
      ...returnMails,
    ])
      mails.set(kind, await shop.writeMail({ ...unwritten, ...mail }))

    await shop.request({ method: 'POST', url: '/api/newsletter/subscribe', payload: { email: 'reader@example.com' } })
    mails.set('newsletter', await newest('reader@example.com'))

    await seedDemoCatalogue(shop.deps)
    const wanted = await shop.db
      .selectFrom('products')
      .select('id')
      .where('name', 'in', ['Dip-Glazed Stoneware Vase', 'Indigo Shibori Scarf'])
      .execute()
    const shopper = await shop.shopper()
    const items = wanted.map(({ id: product }, at) => ({ product, quantity: at + 1 }))
    const plain = { product: await shop.product({ name: 'Bowl without a picture' }), quantity: 1 }
    const { orderId } = await shopper.api(placeCodOrder, {
      body: { items: [...items, plain], address: shopper.address._id },
    })
    mails.set('order placed', await newest(shopper.email))
    const payBy = (payment_type: 'COD' | 'Online') =>
      shop.db.updateTable('orders').set({ payment_type }).where('id', '=', orderId).execute()
    await payBy('Online')
    mails.set('order paid online', await newest(shopper.email))
    await payBy('COD')
    for (const step of stepsWithMail) {
      await transact(shop.deps, async (tx) =>
        mailStep(shop.deps, tx, step, await lockOrder(tx, orderId), { refundPaise: paise(500_00) }),
      )
      mails.set(`order ${step}`, await newest(shopper.email))
    }

    await transact(shop.deps, async (tx) => {
      await tx.updateTable('order_lines').set({ parcel: 2 }).where('position', '>', 0).execute()
      const order = await lockOrder(tx, orderId)
      await writeParcels(tx, order, shop.deps.now())
      const [first, second] = await parcelsOf(tx, orderId)
      if (!first || !second) throw new Error('the order has two parcels')
      await setTracking(tx, second, { courier: 'Delhivery', trackingNumber: 'DL 1234 5678' })
      for (const moved of [[second], [first, second]])
        await mailParcels(shop.deps, tx, 'Shipped', order, moved, NO_MONEY)
    })
    const aboutParcels = (await shop.mailsTo(shopper.email)).slice(-2)
    for (const [at, kind] of ['parcel Shipped', 'order Shipped in parcels'].entries()) {
      const mail = aboutParcels[at]
      if (mail) mails.set(kind, { subject: mail.subject, text: mail.text_body, html: mail.html_body })
    }

    const [parcel] = await parcelsOf(shop.db, orderId)
    const toSend = {
      ...{ parcelId: parcel?.id ?? '', code: 'H1042-1', cashPaise: paise(1621_80) },
      pieces: ['2 × Dip-Glazed Stoneware Vase'],
      town: 'Bengaluru',
    }
    for (const [kind, name, inWorkshop] of [
      [parcelToSendMail, 'parcel to send', true],
      [parcelToSendMail, 'parcel to send with papers', false],
      [parcelNotToSendMail, 'parcel not to send', true],
    ] as const)
      for (const [language, of] of [
        ['en', name],
        ['hi', `${name}, hi`],
      ] as const)
        mails.set(of, await shop.writeMail({ ...unwritten, ...kind.of({ ...toSend, inWorkshop }, language) }))

    await tellSeller(shop.deps)
    mails.set('news for the seller', await newest(seller))
    for (const key of ['one', 'two'])
      await shopper.api(placeCodOrder, {
        body: { items, address: shopper.address._id },
        headers: { 'idempotency-key': key },
      })
    await shop.request({ method: 'POST', url: '/api/producer/submit', payload: application })
    shop.setClock(new Date(Date.now() + DAY_MS))
    await tellSeller({ ...shop.deps, config: { ...config, shopMails: 'daily' } })
    mails.set('the day for the seller', await newest(seller))
    return [...mails].map(([kind, { subject, text, html }]) => ({ kind, subject, text, html }))
  } finally {
    await shop.close()
  }
}
