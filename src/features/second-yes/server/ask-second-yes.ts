import { sql } from 'kysely'
import { z } from 'zod'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { lockPeople } from '#features/auth/server/people.ts'
import { keyTaken } from '#features/products/price-changes.contract.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { notLoggedIn } from '#shared/app-error.ts'
import { newId } from '#shared/ids.ts'
import type { Paise } from '#shared/money.ts'
import { DAY_MS } from '#shared/time.ts'
import { message } from '../second-yes.messages.ts'
import { doesCount, mustWait } from '../second-yes.rules.ts'
import { DAYS_TO_AGREE, type YesKind } from '../second-yes.states.ts'
import { secondYesEn } from '../second-yes.words.en.ts'
import { hasMoney, readOneSince } from './one-with-money.ts'
import { yesAskedMail } from './second-yes.mails.ts'

export interface ActToAsk {
  kind: YesKind
  who: Principal
  /** The order or run; a new act on the same one takes the place of one that waits. */
  subject?: string
  key?: string | undefined
  /** What the API took, and the shape that reads it again. */
  input: unknown
  shape: z.ZodType
  amountPaise: Paise
  summary: string
  facts: Readonly<Record<string, string>>
}

export interface Waiting {
  _id: string
  until: Date
}

export const waits = (waiting: Waiting) => ({ message: message('WAITS_FOR_YES', { until: waiting.until }), waiting })

const called = ({ name, email }: { name: string; email: string }) => name || email

/**
 * Whether an act waits for a second person: then nothing else may be written. Undefined: it may be done at once, and counts for a day. The caller has
 * its locks; people are locked after them, so that two acts of one person count one after the other. Throws NOT_LOGGED_IN, KEY_REUSED.
 */
export async function askSecondYes(deps: Deps, tx: Tx, act: ActToAsk): Promise<Waiting | undefined> {
  const { secondYesFromPaise: from } = deps.config
  const { who, amountPaise, subject = '' } = act
  if (from === undefined || amountPaise <= 0) return undefined
  const people = await lockPeople(tx)
  const asking = people.find(({ id }) => id === who.id)
  // What the shop does by itself, in nobody's name, never waits.
  if (!asking) throw notLoggedIn()
  const asked = JSON.stringify(z.encode(act.shape, act.input))
  const same = await findSame(tx, act, asked)
  if (same) return same
  const at = deps.now()
  const withMoney = people.filter(hasMoney)
  const counts = doesCount({ people: withMoney.length, oneSince: await readOneSince(tx), now: at })
  const doneAlone = await sumDoneAlone(tx, who.id, at)
  const doesWait = mustWait({ from, amount: amountPaise, doneAlone, counts })
  const until = new Date(at.getTime() + DAYS_TO_AGREE * DAY_MS)
  const _id = newId()
  const row = {
    ...{ id: _id, kind: act.kind, subject, summary: act.summary, amount_paise: amountPaise, key: act.key ?? null },
    ...{ asked_by: who.id, asked_name: called(asking), asked_email: asking.email, asked_at: at.getTime() },
  }
  if (!doesWait) {
    const alone = { state: 'alone', asked: '{}', facts: '{}', until_at: at.getTime() } as const
    await tx
      .insertInto('second_yeses')
      .values({ ...row, ...alone })
      .execute()
    return undefined
  }
  if (subject !== '') await giveUpEarlier(tx, act.kind, subject, at)
  const facts = JSON.stringify(act.facts)
  await tx
    .insertInto('second_yeses')
    .values({ ...row, state: 'waiting', asked, facts, until_at: until.getTime() })
    .execute()
  const summary = `Asked for a second yes: ${act.summary}`
  await recordAct(tx, { who, at, action: 'second-yes.asked', subject: _id, summary })
  const mail = yesAskedMail.of({
    ...{ summary: act.summary, amountPaise, by: called(asking), until: until.toISOString() },
  })
  for (const { id, email } of withMoney) if (id !== who.id) await queueMail(tx, { to: email }, mail, at)
  return { _id, until }
}

/** The same call sent again while it waits. */
async function findSame(tx: Tx, { kind, who, key, subject = '' }: ActToAsk, asked: string) {
  const row = await tx
    .selectFrom('second_yeses')
    .select(['id', 'until_at', 'asked'])
    .where('kind', '=', kind)
    .where('asked_by', '=', who.id)
    .where('state', '=', 'waiting')
    .$if(key !== undefined, (same) => same.where('key', '=', key ?? ''))
    .$if(key === undefined, (same) => same.where('subject', '=', subject).where('asked', '=', asked))
    .executeTakeFirst()
  if (row && row.asked !== asked) throw keyTaken()
  return row && { _id: row.id, until: new Date(row.until_at) }
}

/** What a person has done of all kinds without a second yes in the last 24 hours, in paise. */
async function sumDoneAlone(tx: Tx, person: string, now: Date) {
  const { sum } = await tx
    .selectFrom('second_yeses')
    .select(sql<Paise>`cast(coalesce(sum(amount_paise), 0) as bigint)`.as('sum'))
    .where('asked_by', '=', person)
    .where('asked_at', '>', now.getTime() - DAY_MS)
    .where('state', '=', 'alone')
    .executeTakeFirstOrThrow()
  return sum
}

/** What is asked anew about one order is another question: the earlier one is not open any more. */
async function giveUpEarlier(tx: Tx, kind: YesKind, subject: string, at: Date) {
  await tx
    .updateTable('second_yeses')
    .set({ state: 'given up', decided_at: at.getTime(), reason: secondYesEn.ASKED_ANEW })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', '=', 'waiting')
    .execute()
}
