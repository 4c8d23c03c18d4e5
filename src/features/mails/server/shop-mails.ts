import { listPeople } from '#features/auth/server/people.ts'
import { placeEvents } from '#features/orders/journal/server/journal.ts'
import { type Job, transact } from '#kernel/background.ts'
import type { Config } from '#kernel/config.ts'
import type { Tx } from '#kernel/db/database.ts'
import { takeTurns } from '#kernel/db/engine.ts'
import type { Deps } from '#kernel/deps.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { formatDay } from '#shared/day.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { dailyNewsMail, newsMail } from './shop-news.mails.ts'
import { type News, takeNews } from './shop-news.ts'

const SHOP_MAILS_EVERY_MS = MINUTE_MS
/** Several processes look: within this time after another one does nothing. */
const LEAST_PAUSE_MS = 0.9 * MINUTE_MS
/** News of one kind in a mail; the rest waits for the next minute, or day. */
const mostAtOnce = { each: 500, daily: 5000, none: 5000 }
/** Lines of one kind; the rest is a number. */
const MOST_LINES = 50

/** Mails news to the shop's people, to each what is of a right of theirs, as SHOP_MAILS says: each kind within a minute, once a day, or never. No order waits for it: it runs later. */
export async function tellSeller(deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'now'>) {
  const { config } = deps
  const at = deps.now()
  await placeEvents(deps)
  await transact(deps, async (tx) => {
    await takeTurns(tx, 'shop-mails')
    if (!(await isTime(tx, config, at))) return
    const news = await takeNews(tx, mostAtOnce[config.shopMails], at)
    if (news.length === 0 || config.shopMails === 'none') return
    for (const { email, rights } of await listPeople(tx)) {
      const told = news.filter(({ right }) => rights.includes(right)).map(shortened)
      if (told.length === 0) continue
      const mails =
        config.shopMails === 'daily' ? [dailyNewsMail.of({ news: told })] : told.map((one) => newsMail.of(one))
      for (const mail of mails) await queueMail(tx, { to: email }, mail, at)
    }
  })
}

export const shopMailsJob = (deps: Deps): Job => ({
  name: 'mails to the seller',
  everyMs: SHOP_MAILS_EVERY_MS,
  work: () => tellSeller(deps),
})

/** Is it time to look? Then notes the next time. No daily summary comes before a shop's first day has ended. */
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

function shortened({ one, many, lines, page, link }: News) {
  const [line = '', ...more] = lines
  const rest = lines.length - MOST_LINES
  return {
    headline: more.length === 0 ? one(line) : `${lines.length} ${many}`,
    // One line alone is in the headline.
    lines: more.length === 0 ? [] : rest > 0 ? [...lines.slice(0, MOST_LINES), `and ${rest} more`] : lines,
    page,
    link,
  }
}
