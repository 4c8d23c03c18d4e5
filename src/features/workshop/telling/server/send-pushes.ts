import { sql } from 'kysely'
import type { Job } from '#kernel/background.ts'
import { transact } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockFreeRows, lockRows } from '#kernel/db/engine.ts'
import { deleteInParts } from '#kernel/db/query/in-parts.ts'
import type { Deps } from '#kernel/deps.ts'
import type { PostMessage } from '#kernel/outgoing/post-message.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import { type Browser, findBrowser } from '../../push/server/subscriptions.ts'
import { writePush } from '../../push/server/write-push.ts'
import { pushEn } from './push-words.en.ts'
import { pushHi } from './push-words.hi.ts'
import { mailInstead, PUSHING, type Telling } from './tell-of-parcels.ts'

declare module '#kernel/deps.ts' {
  interface Deps {
    /** Sends an encrypted message to a browser's push service. */
    postPush: PostMessage<string | Uint8Array>
  }
}

const EVERY_MS = 10 * SECOND_MS
const AT_ONCE = 8
/** A message in hand is tried again after so long, should its process end. */
const LEASE_MS = MINUTE_MS
/** The pauses after failed tries. Then a mail goes in its place. */
const PAUSES_MS = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 20 * MINUTE_MS]
/** After so many messages in a row that were given up, a browser is told nothing any more. */
const MOST_FAILED = 5
const KEPT_MS = 30 * DAY_MS
/** What a push service answers when the browser does not want to be told any more. */
const GONE = [404, 410]

type Needed = Pick<Deps, 'db' | 'config' | 'now' | 'log' | 'jobs' | 'postPush'>

const words = { en: pushEn, hi: pushHi }

export const pushJob = (deps: Deps): Job => ({
  name: PUSHING,
  first: 'listening',
  everyMs: EVERY_MS,
  work: (isStopping) => sendPushes(deps, isStopping),
})

interface Message {
  id: string
  subscription_id: string
  person_id: string
  kind: Telling
  parcel_id: string
  tries: number
}

/** Sends all that is due, some at a time. Two processes never have the same message in hand. */
export async function sendPushes(deps: Needed, isStopping: () => boolean = () => false) {
  while (!isStopping()) {
    const messages = await takeDue(deps)
    if (messages.length === 0) return
    await Promise.all(messages.map((message) => sendOne(deps, message)))
  }
}

const takeDue = ({ db, now }: Needed) =>
  db.transaction().execute(async (tx): Promise<Message[]> => {
    const at = now().getTime()
    const due = tx
      .selectFrom('push_messages')
      .select(['id', 'subscription_id', 'person_id', 'kind', 'parcel_id', 'tries'])
      .where('due_at', '<=', at)
      .orderBy('due_at')
      .orderBy('id')
      .limit(AT_ONCE)
    const taken = await lockFreeRows(tx, due).execute()
    const ids = taken.map(({ id }) => id)
    if (ids.length > 0)
      await tx
        .updateTable('push_messages')
        .set((set) => ({ tries: set('tries', '+', 1), due_at: at + LEASE_MS }))
        .where('id', 'in', ids)
        .execute()
    return taken.map((message) => ({ ...message, tries: message.tries + 1 }))
  })

/** What became of a message. `not needed`: its parcel went on, or its cancelling is told by another one. */
type End = 'arrived' | 'not needed' | 'gone' | 'failed'

async function sendOne(deps: Needed, message: Message) {
  const browser = await findBrowser(deps.db, message.subscription_id)
  if (await isOver(deps, message)) return note(deps, message, browser, 'not needed')
  if (!browser) return note(deps, message, browser, 'gone')
  return note(deps, message, browser, await post(deps, message, browser))
}

/** What was to be packed may be cancelled or sent by now. */
async function isOver({ db }: Needed, { kind, parcel_id }: Message) {
  if (kind === 'keep') return false
  const parcel = await db.selectFrom('parcels').select('status').where('id', '=', parcel_id).executeTakeFirst()
  return parcel?.status !== 'To pack' && parcel?.status !== 'Packed'
}

async function post(deps: Needed, { kind, parcel_id }: Message, browser: Browser): Promise<End> {
  try {
    const { headers, body } = await writePush(deps, browser, {
      ...{ kind: kind === 'send' ? 'parcel to send' : 'parcel not to send', id: parcel_id },
      ...{ title: deps.config.storeName, text: words[browser.language][kind], language: browser.language },
    })
    const { answer, problem } = await deps.postPush(browser.endpoint, headers, body)
    return problem === null ? 'arrived' : answer !== null && GONE.includes(answer) ? 'gone' : 'failed'
  } catch (error) {
    deps.log.warn({ err: error, browser: browser.id }, 'a push could not be written')
    return 'failed'
  }
}

async function note(deps: Needed, message: Message, browser: Browser | undefined, end: End) {
  const { id, person_id: personId, tries, kind, parcel_id: parcelId } = message
  const at = deps.now().getTime()
  const pause = PAUSES_MS[tries - 1]
  await transact(deps, async (tx) => {
    // One after the other, so that the last one of a parcel sees what became of the rest.
    const all = await lockRows(
      tx,
      tx
        .selectFrom('push_messages')
        .select(['id', 'person_id', 'due_at', 'arrived_at'])
        .where('parcel_id', '=', parcelId)
        .where('kind', '=', kind)
        .orderBy('id'),
    ).execute()
    if (all.every((one) => one.id !== id || one.due_at === null)) return
    const isPutOff = end === 'failed' && pause !== undefined
    await tx
      .updateTable('push_messages')
      .set({ due_at: isPutOff ? at + pause : null, arrived_at: end === 'arrived' ? at : null })
      .where('id', '=', id)
      .execute()
    if (isPutOff) return
    await noteBrowser(tx, browser, end)
    if (end === 'arrived' || end === 'not needed') return
    const open = all.filter((one) => one.id !== id && (one.due_at !== null || one.arrived_at !== null))
    if (open.some((one) => one.person_id === personId)) return
    await mailInstead(tx, { parcelId, personId, isLast: open.length === 0 }, kind, deps.now())
  })
}

async function noteBrowser(tx: Tx, browser: Browser | undefined, end: End) {
  if (!browser || end === 'not needed') return
  const own = tx.updateTable('push_subscriptions').where('id', '=', browser.id)
  if (end === 'arrived') {
    if (browser.failed > 0) await own.set({ failed: 0 }).execute()
    return
  }
  if (end === 'gone' || browser.failed + 1 >= MOST_FAILED)
    await tx.deleteFrom('push_subscriptions').where('id', '=', browser.id).execute()
  else await own.set((set) => ({ failed: set('failed', '+', 1) })).execute()
}

/** After a restore: what waited may have arrived since the backup. */
export const dropPushes = (db: Db) =>
  db.updateTable('push_messages').set({ due_at: null }).where('due_at', 'is not', null).execute()

export const forgetPushes = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  deleteInParts(db, 'push_messages', ['id'], sql`at < ${now().getTime() - KEPT_MS}`)
