import { z } from 'zod'
import { productUrl } from '#features/catalog/catalog.categories.ts'
import type { Config } from '#kernel/config.ts'
import { mailKind } from '#kernel/mail/mail-kinds.ts'
import { withoutLinks } from '#kernel/mail/mail-names.ts'

const stopUrl = (config: Config, token: string) => `${config.publicUrl}/back-in-stock/stop?token=${token}`

/** How to end them, also by one click in a mail program (RFC 8058). */
const stop = (config: Config, token: string) => ({
  unsubscribe: stopUrl(config, token),
  headers: {
    'List-Unsubscribe': `<${stopUrl(config, token)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
})

/** Asks whether the address wants the mail: anybody may have typed it. */
export const confirmAlertMail = mailKind(
  'confirm alert',
  z.object({ token: z.string(), name: z.string(), days: z.int() }),
  ({ config }, { token, name, days }) => ({
    subject: `When it is back: ${withoutLinks(name)}`,
    heading: 'One more step.',
    text: [
      'Shall we write to you once ',
      { strong: withoutLinks(name) },
      ' is in stock again? Please confirm that this is your address.',
    ],
    button: { label: 'Yes, tell me when it is back', to: `${config.publicUrl}/back-in-stock/confirm?token=${token}` },
    blocks: [
      {
        small: `The link works for ${days} days. If you did not ask for it, do nothing: nothing more will come.`,
      },
    ],
    why: `You get this mail because somebody asked ${config.storeName} with this address to tell when a product is back.`,
    ...stop(config, token),
  }),
  { isUrgent: true },
)

const Named = z.object({ id: z.string(), name: z.string(), category: z.string() })

/** All products that came back together in one mail. `token`: of any of the requests. */
export const backInStockMail = mailKind(
  'back in stock',
  z.object({ token: z.string(), products: z.array(Named) }),
  ({ config }, { token, products }) => {
    const links = products.map(({ id, name, category }) => ({
      label: withoutLinks(name),
      to: `${config.publicUrl}${productUrl({ _id: id, category })}`,
    }))
    const [only, ...others] = links
    const isOne = only && others.length === 0
    return {
      subject: isOne ? `Back in stock: ${only.label}` : 'Back in stock',
      heading: 'Back in stock.',
      ...(isOne
        ? {
            text: ['You asked us to tell you when ', { strong: only.label }, ' is back. Now it is.'],
            button: { label: 'See it in the shop', to: only.to },
          }
        : {
            text: 'You asked us to tell you when these are back. Now they are.',
            button: { label: 'Go to the shop', to: `${config.publicUrl}/products` },
          }),
      blocks: [
        ...(isOne ? [] : [{ links }]),
        {
          small:
            'We write once for each time you ask. How many there are we cannot promise: others may have asked too.',
        },
      ],
      why: `You get this mail because you asked ${config.storeName} to tell you when a product is back.`,
      ...stop(config, token),
    }
  },
)
