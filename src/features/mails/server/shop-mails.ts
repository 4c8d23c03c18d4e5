import { type Job, transact } from '#kernel/background.ts'
import type { Config } from '#kernel/config.ts'
import type { Tx } from '#kernel/db/database.ts'
import { takeTurns } from '#kernel/db/engine.ts'
import type { Deps } from '#kernel/deps.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { writeMail } from '#kernel/mail/mail-template.ts'
import { formatDay } from '#shared/day.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { type News, takeNews } from './shop-news.ts'

/** How often the shop looks for news. */
const SHOP_MAILS_EVERY_MS = MINUTE_MS
/** Several processes look for news: one that looks sooner than this after another does nothing. */
const LEAST_PAUSE_MS = 0.9 * MINUTE_MS
/** News of one kind in one mail at most; the rest waits for the next minute, or day. */
const mostAtOnce = { each: 500, daily: 5000, none: 5000 }
/** Lines of one kind in a mail; the rest is a number. */
const MOST_LINES = 50

/**
 * Tells the seller what is new, as SHOP_MAILS says: within a minute, one mail for each kind however much of it there is; once a
 * day; or not at all. Looked for after the orders, so that an order never waits for it.
 */
export async function tellSeller(deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'now'>) {
  const { config } = deps
  const at = deps.now()
  await transact(deps, async (tx) => {
    await takeTurns(tx, 'shop-mails')
    if (!(await isTime(tx, config, at))) return
    const news = await takeNews(tx, mostAtOnce[config.shopMails])
    if (news.length === 0 || config.shopMails === 'none') return
    const sellers = await tx.selectFrom('sellers').select('email').orderBy('email').execute()
    const mails = config.shopMails === 'daily' ? [dailyMail(config, news)] : news.map((one) => newsMail(config, one))
    for (const { email } of sellers)
      for (const mail of mails) await queueMail(tx, writeMail(config, { to: email, ...mail }), at)
  })
}

export const shopMailsJob = (deps: Deps): Job => ({
  name: 'mails to the seller',
  everyMs: SHOP_MAILS_EVERY_MS,
  work: () => tellSeller(deps),
})

/** Is it time to look? If so, notes the next time. A shop has no daily summary before its first day has ended. */
async function isTime(tx: Tx, { shopMails }: Pick<Config, 'shopMails'>, at: Date) {
  const note = await tx.selectFrom('shop_notes').select('value').where('key', '=', 'shop-mails-at').executeTakeFirst()
  const last = note && new Date(note.value)
  const isDaily = shopMails === 'daily'
  if (last && (isDaily ? formatDay(last) === formatDay(at) : at.getTime() - last.getTime() < LEAST_PAUSE_MS))
    return false
  const value = at.toISOString()
  await tx
    .insertInto('shop_notes')
    .values({ key: 'shop-mails-at', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
  return !isDaily || last !== undefined
}

const headline = ({ one, many, lines: [line = '', ...more] }: News) =>
  more.length === 0 ? one(line) : `${more.length + 1} ${many}`

function linesOf({ lines }: News) {
  const rest = lines.length - MOST_LINES
  return rest > 0 ? [...lines.slice(0, MOST_LINES), `and ${rest} more`] : lines
}

/** Below the headline of one kind: nothing where that says it all. */
const linesBelow = (news: News) => (news.lines.length > 1 ? linesOf(news) : [])

const why = (config: Config) => `You get this mail because you sell at ${config.storeName}.`

const newsMail = (config: Config, news: News) => ({
  subject: headline(news),
  heading: `${headline(news)}.`,
  button: { label: news.link, to: `${config.publicUrl}${news.page}` },
  blocks: news.lines.length > 1 ? [{ lines: linesOf(news) }] : [],
  why: why(config),
})

const dailyMail = (config: Config, news: News[]) => ({
  subject: `${config.storeName}: ${news.map(headline).join(', ')}`,
  heading: `The day at ${config.storeName}.`,
  button: { label: 'Open the seller area', to: `${config.publicUrl}/seller` },
  blocks: news.map((one) => ({ title: headline(one), lines: linesBelow(one) })),
  why: why(config),
})
