import { account } from '#features/account/feature.ts'
import { addresses } from '#features/addresses/feature.ts'
import { audit } from '#features/audit/feature.ts'
import { auth } from '#features/auth/feature.ts'
import { cart } from '#features/cart/feature.ts'
import { catalog } from '#features/catalog/feature.ts'
import { changes } from '#features/changes/feature.ts'
import { desk } from '#features/desk/feature.ts'
import { health } from '#features/health/feature.ts'
import { invoices } from '#features/invoices/feature.ts'
import { keys } from '#features/keys/feature.ts'
import { ledger } from '#features/ledger/feature.ts'
import { mails } from '#features/mails/feature.ts'
import { newsletter } from '#features/newsletter/feature.ts'
import { orders } from '#features/orders/feature.ts'
import { payments } from '#features/payments/feature.ts'
import { payouts } from '#features/payouts/feature.ts'
import { pictures } from '#features/pictures/feature.ts'
import { prices } from '#features/prices/feature.ts'
import { producers } from '#features/producers/feature.ts'
import { products } from '#features/products/feature.ts'
import { returns } from '#features/returns/feature.ts'
import { secondFactor } from '#features/second-factor/feature.ts'
import { secondYes } from '#features/second-yes/feature.ts'
import { shipping } from '#features/shipping/feature.ts'
import { stockAlerts } from '#features/stock-alerts/feature.ts'
import { team } from '#features/team/feature.ts'
import { webhooks } from '#features/webhooks/feature.ts'
import { workshop } from '#features/workshop/feature.ts'
import type { Deps, OwnDeps } from '#kernel/deps.ts'
import type { Feature } from '#kernel/feature.ts'
import { kernelEn } from '#kernel/kernel.words.en.ts'
import { kernelHi } from '#kernel/kernel.words.hi.ts'
import type { MailKind } from '#kernel/mail/mail-kinds.ts'
import type { Language } from '#shared/languages.ts'
import type { Words } from '#shared/messages.ts'
import { sharedEn } from '#shared/shared.words.en.ts'
import { sharedHi } from '#shared/shared.words.hi.ts'

/** By name, lowest first. */
export const featuresByName: Readonly<Record<string, Feature>> = {
  audit,
  auth,
  pictures,
  producers,
  prices,
  cart,
  catalog,
  stockAlerts,
  products,
  addresses,
  secondYes,
  orders,
  desk,
  invoices,
  payments,
  shipping,
  returns,
  ledger,
  newsletter,
  account,
  secondFactor,
  team,
  keys,
  payouts,
  changes,
  workshop,
  mails,
  webhooks,
  health,
}
export const features = Object.values(featuresByName)

export const mailKinds: readonly MailKind[] = features.flatMap(({ mails }) => mails ?? [])

const ofAll: readonly Feature['words'][] = [
  { en: sharedEn, hi: sharedHi },
  { en: kernelEn, hi: kernelHi },
  ...features.map((feature) => feature.words),
]

const wordsIn = (language: Language): Words => Object.assign({}, ...ofAll.map((words) => words?.[language] ?? {}))

/** All sentences of errors and messages, by language and code. */
export const words: Readonly<Record<Language, Words>> = { en: wordsIn('en'), hi: wordsIn('hi') }

/** `deps` with what features give each other. A missing gift does not compile. */
export async function giveDeps(own: OwnDeps): Promise<Deps> {
  return Object.assign(own, {
    ...auth.gives(own),
    ...keys.gives(own),
    ...cart.gives(),
    ...products.gives(own),
    ...orders.gives(),
    ...ledger.gives(),
    ...payouts.gives(),
    ...returns.gives(),
    ...invoices.gives(),
    ...(await payments.gives(own)),
    ...account.gives(own),
    ...secondFactor.gives(own),
    ...workshop.gives(),
    ...webhooks.gives(),
  })
}
