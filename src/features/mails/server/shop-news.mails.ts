import { z } from 'zod'
import type { Config } from '#kernel/config.ts'
import { mailKind } from '#kernel/mail/mail-kinds.ts'

const News = z.object({
  headline: z.string(),
  lines: z.array(z.string()),
  page: z.string(),
  link: z.string(),
})

const why = (config: Config) => `You get this mail because you sell at ${config.storeName}.`

export const newsMail = mailKind('news', News, ({ config }, { headline, lines, page, link }) => ({
  subject: headline,
  heading: `${headline}.`,
  button: { label: link, to: `${config.publicUrl}${page}` },
  blocks: lines.length > 0 ? [{ lines }] : [],
  why: why(config),
}))

export const dailyNewsMail = mailKind('news of a day', z.object({ news: z.array(News) }), ({ config }, { news }) => ({
  subject: `${config.storeName}: ${news.map(({ headline }) => headline).join(', ')}`,
  heading: `The day at ${config.storeName}.`,
  button: { label: 'Open the seller area', to: `${config.publicUrl}/seller` },
  blocks: news.map(({ headline, lines }) => ({ title: headline, lines })),
  why: why(config),
}))
