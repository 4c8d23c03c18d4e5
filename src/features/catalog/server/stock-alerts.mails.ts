import type { Config } from '#kernel/config.ts'
import { withoutLinks } from '#kernel/mail/mail-names.ts'
import { writeMail } from '#kernel/mail/mail-template.ts'
import { productUrl } from '../catalog.categories.ts'

interface Named {
  id: string
  name: string
  category: string
}

const stopUrl = (config: Config, token: string) => `${config.publicUrl}/back-in-stock/stop?token=${token}`

/** How the reader gets rid of them: a link, and one click in the mail program (RFC 8058). */
const stopping = (config: Config, token: string) => ({
  unsubscribe: stopUrl(config, token),
  headers: {
    'List-Unsubscribe': `<${stopUrl(config, token)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
})

/** Asks whether the address wants the mail: anybody may have typed it. */
export const confirmAlertMail = (config: Config, to: string, token: string, product: Named, days: number) =>
  writeMail(config, {
    to,
    subject: `When it is back: ${withoutLinks(product.name)}`,
    heading: 'One more step.',
    text: `Shall we write to you once ${withoutLinks(product.name)} is in stock again? Please confirm that this is your address.`,
    button: {
      label: 'Yes, tell me when it is back',
      to: `${config.publicUrl}/back-in-stock/confirm?token=${token}`,
    },
    blocks: [
      { small: `The link works for ${days} days. If you did not ask for it, do nothing: nothing more will come.` },
    ],
    why: `You get this mail because somebody entered this address at ${config.storeName} to hear when a product is back.`,
    isUrgent: true,
    ...stopping(config, token),
  })

/** Says that products are back, once; several that came back together stand in one mail. `token`: of any of their requests. */
export function backInStockMail(
  config: Config,
  { to, accountId, token }: { to: string; accountId: string | null; token: string },
  products: readonly Named[],
) {
  const only = products.length === 1 ? products[0] : undefined
  const urlOf = ({ id, category }: Named) => config.publicUrl + productUrl({ _id: id, category })
  return writeMail(config, {
    to,
    ...(accountId === null ? {} : { accountId }),
    subject: only ? `Back in stock: ${withoutLinks(only.name)}` : 'Back in stock',
    heading: only ? 'It is back.' : 'They are back.',
    text: only
      ? `You asked us to tell you when ${withoutLinks(only.name)} is back. Now it is.`
      : 'You asked us to tell you when these are back. Now they are:',
    button: only
      ? { label: 'See it', to: urlOf(only) }
      : { label: 'See all products', to: `${config.publicUrl}/products` },
    blocks: [
      ...(only ? [] : products.map((product) => ({ lines: [withoutLinks(product.name), urlOf(product)] }))),
      {
        small: 'We write once for each time you ask. How many there are we cannot promise: others may have asked too.',
      },
    ],
    why: `You get this mail because you asked ${config.storeName} to tell you when a product is back.`,
    ...stopping(config, token),
  })
}
