import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { Selectable } from 'kysely'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { provedUntil } from '#features/auth/server/proofs.ts'
import { transact, wakeAfterCommit } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Session } from '#kernel/guard/session.ts'
import { isPublicAddress } from '#kernel/outgoing/public-address.ts'
import { badInput } from '#shared/app-error.ts'
import { newId } from '#shared/ids.ts'
import { countPages } from '#shared/paging.ts'
import {
  type Delivery,
  Delivery as DeliveryShape,
  deliveryNotFound,
  tooManyWebhooks,
  type Webhook,
  webhookNotFound,
} from '../webhooks.contract.ts'
import type { WebhookKind } from '../webhooks.kinds.ts'
import { message } from '../webhooks.messages.ts'
import { SENDING } from './send-messages.ts'
import { parseKinds } from './webhook-rows.ts'

const MOST_WEBHOOKS = 20
const SECRET_BYTES = 24 // 192 bits
const DELIVERIES_PER_PAGE = 25

const hostOf = (url: string) => new URL(url).host

/** An address that may be told; names are looked at again when a message is sent. Throws BAD_INPUT. */
function checkedUrl(typed: string) {
  const url = URL.canParse(typed.trim()) ? new URL(typed.trim()) : undefined
  if (url?.protocol !== 'https:') throw badInput({ url: message('WEBHOOK_ADDRESS') })
  if (url.port !== '' || url.username !== '' || url.password !== '')
    throw badInput({ url: message('WEBHOOK_ADDRESS_PLAIN') })
  const address = url.hostname.replace(/^\[|\]$/g, '')
  if (url.hostname === 'localhost' || (isIP(address) !== 0 && !isPublicAddress(address)))
    throw badInput({ url: message('WEBHOOK_ADDRESS_NOT_PUBLIC') })
  url.hash = ''
  return url.href
}

const hooks = (db: Db) =>
  db
    .selectFrom('webhooks')
    .leftJoin('sellers', 'sellers.id', 'webhooks.made_by')
    .selectAll('webhooks')
    .select((select) => [
      'sellers.email',
      select
        .selectFrom('webhook_deliveries')
        .select((count) => count.fn.countAll<number>().as('waiting'))
        .whereRef('webhook_id', '=', 'webhooks.id')
        .where('due_at', 'is not', null)
        .as('waiting'),
    ])

type HookRow = Selectable<Tables['webhooks']> & { email: string | null; waiting: number | null }

const toWebhook = (row: HookRow): Webhook => ({
  ...{ _id: row.id, url: row.url, kinds: parseKinds(row.kinds) },
  ...{ madeAt: new Date(Number(row.made_at)), madeBy: row.email ?? '', waiting: Number(row.waiting ?? 0) },
  state: row.paused_by !== null ? 'paused' : row.given_up > 0 ? 'failing' : 'works',
  pausedBy: row.paused_by,
})

export async function listWebhooks(deps: Deps, session: Session) {
  const rows = await hooks(deps.db).orderBy('webhooks.made_at').orderBy('webhooks.id').execute()
  return { webhooks: rows.map(toWebhook), provedUntil: provedUntil(deps, session) }
}

/** Answers the secret this once. Throws TOO_MANY_WEBHOOKS, BAD_INPUT. */
export async function makeWebhook(
  deps: Deps,
  session: Session,
  wanted: { url: string; kinds: readonly WebhookKind[] },
) {
  const url = checkedUrl(wanted.url)
  const kinds = [...new Set(wanted.kinds)]
  const at = deps.now()
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  const id = newId()
  await transact(deps, async (tx) => {
    const known = await lockRows(tx, tx.selectFrom('webhooks').select('id')).execute()
    if (known.length >= MOST_WEBHOOKS) throw tooManyWebhooks({ most: MOST_WEBHOOKS })
    const row = { id, url, kinds: JSON.stringify(kinds), secret, made_at: at.getTime(), made_by: session.id }
    await tx.insertInto('webhooks').values(row).execute()
    const summary = `Webhook to ${hostOf(url)} made`
    const changes = [{ field: 'Told of', old: '', new: kinds.join(', ') }]
    await recordAct(tx, { who: session, at, action: 'webhook.made', subject: id, summary, changes })
  })
  return { _id: id, secret, message: message('WEBHOOK_MADE', { host: hostOf(url) }) }
}

async function lockHook(tx: Tx, id: string) {
  const hook = await lockRows(tx, tx.selectFrom('webhooks').select('url').where('id', '=', id)).executeTakeFirst()
  if (!hook) throw webhookNotFound()
  return hostOf(hook.url)
}

/** Its messages go with it. Throws WEBHOOK_NOT_FOUND. */
export const removeWebhook = (deps: Deps, session: Session, id: string) =>
  transact(deps, async (tx) => {
    const host = await lockHook(tx, id)
    await tx.deleteFrom('webhooks').where('id', '=', id).execute()
    const summary = `Webhook to ${host} removed`
    await recordAct(tx, { who: session, at: deps.now(), action: 'webhook.removed', subject: id, summary })
    return { message: message('WEBHOOK_REMOVED', { host }) }
  })

/** What waits is sent now. Throws WEBHOOK_NOT_FOUND. */
export const resumeWebhook = (deps: Deps, session: Session, id: string) =>
  transact(deps, async (tx) => {
    const host = await lockHook(tx, id)
    await tx.updateTable('webhooks').set({ paused_by: null, given_up: 0 }).where('id', '=', id).execute()
    const at = deps.now()
    await tx
      .updateTable('webhook_deliveries')
      .set({ due_at: at.getTime(), tries: 0 })
      .where('webhook_id', '=', id)
      .where('due_at', 'is not', null)
      .execute()
    const summary = `Webhook to ${host} goes on`
    await recordAct(tx, { who: session, at, action: 'webhook.resumed', subject: id, summary })
    wakeAfterCommit(tx, SENDING)
    return { message: message('WEBHOOK_RESUMED', { host }) }
  })

const stateOf = (row: Selectable<Tables['webhook_deliveries']>): Delivery['state'] =>
  row.due_at !== null ? 'waiting' : row.arrived_at !== null ? 'arrived' : 'given up'

const timeOf = (at: number | null) => (at === null ? null : new Date(Number(at)))
const { kind: KindShape, problem: ProblemShape } = DeliveryShape.shape

/** Newest first. Throws WEBHOOK_NOT_FOUND. */
export async function listDeliveries({ db }: Deps, id: string, page = 1) {
  const hook = await hooks(db).where('webhooks.id', '=', id).executeTakeFirst()
  if (!hook) throw webhookNotFound()
  const of = db.selectFrom('webhook_deliveries').where('webhook_id', '=', id)
  const { count } = await of.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await of
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(DELIVERIES_PER_PAGE)
    .offset((page - 1) * DELIVERIES_PER_PAGE)
    .execute()
  return {
    webhook: toWebhook(hook),
    deliveries: rows.map(
      (row): Delivery => ({
        ...{ _id: row.id, kind: KindShape.parse(row.kind), subject: row.subject, at: new Date(Number(row.at)) },
        ...{ state: stateOf(row), tries: row.tries, triedAt: timeOf(row.tried_at), dueAt: timeOf(row.due_at) },
        ...{ answer: row.answer, problem: ProblemShape.parse(row.problem) },
      }),
    ),
    ...{ total: Number(count), page, pages: countPages(Number(count), DELIVERIES_PER_PAGE) },
  }
}

/** Throws WEBHOOK_NOT_FOUND, DELIVERY_NOT_FOUND. */
export const sendAgain = (deps: Deps, session: Session, { id, delivery }: { id: string; delivery: string }) =>
  transact(deps, async (tx) => {
    const host = await lockHook(tx, id)
    const at = deps.now()
    const { numUpdatedRows } = await tx
      .updateTable('webhook_deliveries')
      .set({ due_at: at.getTime(), tries: 0 })
      .where('webhook_id', '=', id)
      .where('id', '=', delivery)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw deliveryNotFound()
    const summary = `Message to ${host} sent again`
    await recordAct(tx, { who: session, at, action: 'webhook.sent', subject: id, summary })
    wakeAfterCommit(tx, SENDING)
    return { message: message('WEBHOOK_SENT_AGAIN') }
  })
