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

/** One click in the mail program stops them (RFC 8058). */
const stopHeaders = (config: Config, token: string) => ({
  'List-Unsubscribe': `<${stopUrl(config, token)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Asks whether the address wants the mail: anybody may have typed it. */
export const confirmAlertMail = (config: Config, to: string, token: string, product: Named, days: number) =>
  writeMail(config, {
    to,
    subject: `When it is back: ${withoutLinks(product.name)}`,
    blocks: [
      `Shall we write to you once ${withoutLinks(product.name)} is in stock again? Please confirm that this is your address.`,
      { link: 'Yes, tell me when it is back', to: `${config.publicUrl}/back-in-stock/confirm?token=${token}` },
      `The link works for ${days} days. If you did not ask for it, do nothing: nothing more will come.`,
      { link: 'Stop these mails', to: stopUrl(config, token) },
    ],
    headers: stopHeaders(config, token),
    isUrgent: true,
  })

/** Says that products are back, once; several that came back together stand in one mail. `token`: of any of their requests. */
export const backInStockMail = (
  config: Config,
  { to, accountId, token }: { to: string; accountId: string | null; token: string },
  products: readonly Named[],
) =>
  writeMail(config, {
    to,
    ...(accountId === null ? {} : { accountId }),
    subject: products.length === 1 ? `Back in stock: ${withoutLinks(products[0]?.name ?? '')}` : 'Back in stock',
    blocks: [
      products.length === 1
        ? 'You asked us to tell you when it is back. Now it is:'
        : 'You asked us to tell you when these are back. Now they are:',
      ...products.map(({ id, name, category }) => ({
        link: withoutLinks(name),
        to: `${config.publicUrl}${productUrl({ _id: id, category })}`,
      })),
      'We write once for each time you ask. How many there are we cannot promise: others may have asked too.',
      { link: 'Stop these mails', to: stopUrl(config, token) },
    ],
    headers: stopHeaders(config, token),
  })
