import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import type { Job } from '#kernel/background.ts'
import { lockFreeRows } from '#kernel/db/engine.ts'
import { deleteInParts } from '#kernel/db/query/in-parts.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Outcome, PostMessage } from '#kernel/outgoing/post-message.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts'

declare module '#kernel/deps.ts' {
  interface Deps {
    /** Sends a message to a program's address. */
    postMessage: PostMessage
  }
}

/** The name of the job. */
export const SENDING = 'webhook messages'
const EVERY_MS = 10 * SECOND_MS
/** Messages on their way to one address. */
const AT_ONCE = 8
/** A message in hand is tried again after so long, should its process end. */
const LEASE_MS = MINUTE_MS
/** The pauses after failed tries: a day in all. Then the message is given up. */
const PAUSES_MS = [
  ...[10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 20 * MINUTE_MS],
  ...[HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS, 9 * HOUR_MS],
]
/** After so many messages that were given up in a row the webhook is paused. */
export const MOST_GIVEN_UP = 5
const KEPT_MS = 30 * DAY_MS

type Needed = Pick<Deps, 'db' | 'now' | 'postMessage'>

/** Sends what is due, to each address by itself, so that a slow one holds no other up. */
export function sendJob(deps: Deps): Job {
  const underWay = new Map<string, Promise<void>>()
  return {
    name: SENDING,
    first: 'listening',
    everyMs: EVERY_MS,
    async work(isStopping) {
      for (const id of await listDue(deps)) {
        if (underWay.has(id)) continue
        const sending = sendTo(deps, id, isStopping)
          .catch((error) => deps.log.error({ err: error, webhook: id }, 'messages of a webhook could not be sent'))
          .finally(() => underWay.delete(id))
        underWay.set(id, sending)
      }
    },
    breakOff: () => Promise.all(underWay.values()),
  }
}

/** Webhooks that are not paused and have messages to send now. */
export async function listDue({ db, now }: Needed) {
  const due = await db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .select('webhooks.id')
    .distinct()
    .where('webhook_deliveries.due_at', '<=', now().getTime())
    .where('webhooks.paused_by', 'is', null)
    .execute()
  return due.map(({ id }) => id)
}

/** Sends what is due to one address, some messages at a time. */
export async function sendTo(deps: Needed, id: string, isStopping: () => boolean = () => false) {
  while (!isStopping()) {
    const { hook, messages } = await takeDue(deps, id)
    if (!hook || messages.length === 0) return
    await Promise.all(
      messages.map(async (message) => note(deps, message, await deps.postMessage(...write(deps, hook, message)))),
    )
  }
}

interface Message {
  id: string
  webhook_id: string
  kind: string
  subject: string
  tries: number
}

const takeDue = ({ db, now }: Needed, id: string) =>
  db.transaction().execute(async (tx) => {
    const hook = await tx
      .selectFrom('webhooks')
      .select(['url', 'secret'])
      .where('id', '=', id)
      .where('paused_by', 'is', null)
      .executeTakeFirst()
    if (!hook) return { messages: [] }
    const at = now().getTime()
    const due = tx
      .selectFrom('webhook_deliveries')
      .select(['id', 'webhook_id', 'kind', 'subject', 'tries'])
      .where('webhook_id', '=', id)
      .where('due_at', '<=', at)
      .orderBy('due_at')
      .orderBy('id')
      .limit(AT_ONCE)
    const taken = await lockFreeRows(tx, due).execute()
    const messages = taken.map((message): Message => ({ ...message, tries: message.tries + 1 }))
    if (messages.length > 0)
      await tx
        .updateTable('webhook_deliveries')
        .set((set) => ({ tries: set('tries', '+', 1), tried_at: at, due_at: at + LEASE_MS }))
        .where(
          'id',
          'in',
          messages.map((message) => message.id),
        )
        .execute()
    return { hook, messages }
  })

/** As standardwebhooks.com says. The body names no person. */
function write({ now }: Needed, { url, secret }: { url: string; secret: string }, { id, kind, subject }: Message) {
  const body = JSON.stringify({ kind, id: subject })
  const at = now()
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / SECOND_MS)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
  return [url, headers, body] as const
}

async function note({ db, now }: Needed, { id, webhook_id, tries }: Message, { answer, problem }: Outcome) {
  const at = now().getTime()
  const pause = PAUSES_MS[tries - 1]
  const isGivenUp = problem !== null && pause === undefined
  await db
    .updateTable('webhook_deliveries')
    .set({
      ...{ answer, problem, due_at: problem === null || pause === undefined ? null : at + pause },
      ...(problem === null ? { arrived_at: at } : {}),
    })
    .where('id', '=', id)
    .execute()
  if (problem === null)
    await db
      .updateTable('webhooks')
      .set({ given_up: 0 })
      .where('id', '=', webhook_id)
      .where('given_up', '>', 0)
      .execute()
  if (!isGivenUp) return
  await db
    .updateTable('webhooks')
    .set((set) => ({ given_up: set('given_up', '+', 1) }))
    .where('id', '=', webhook_id)
    .execute()
  await db
    .updateTable('webhooks')
    .set({ paused_by: 'failures' })
    .where('id', '=', webhook_id)
    .where('paused_by', 'is', null)
    .where('given_up', '>=', MOST_GIVEN_UP)
    .execute()
}

export const forgetMessages = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  deleteInParts(db, 'webhook_deliveries', ['id'], sql`at < ${now().getTime() - KEPT_MS}`)
