import { ECDH } from 'node:crypto'
import { isIP } from 'node:net'
import { transact } from '#kernel/background.ts'
import type { Config } from '#kernel/config.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Session } from '#kernel/guard/session.ts'
import { isPublicAddress } from '#kernel/outgoing/public-address.ts'
import { badInput } from '#shared/app-error.ts'
import { newId } from '#shared/ids.ts'
import { MOST_WRONG_PINS } from '../../door/pin.rules.ts'
import { message } from '../../workshop.messages.ts'
import { pushNeedsHttps } from '../push.contract.ts'
import { type PushTo, publicPushKey } from './write-push.ts'

/** Of one person in all browsers; the oldest gives way. */
const MOST_BROWSERS = 10
const KEY_BYTES = 65
const AUTH_BYTES = 16

/** Browsers have no push on pages that came without https, but those of the same machine. */
const isSecure = ({ isHttps, publicUrl }: Pick<Config, 'isHttps' | 'publicUrl'>) =>
  isHttps || ['localhost', '127.0.0.1', '[::1]'].includes(new URL(publicUrl).hostname)

const browserOf = ({ workshop, tokenHash }: Session) => {
  const device_id = workshop?.device?.id ?? null
  return { device_id, session_hash: device_id === null ? tokenHash : null }
}

const here = (db: Db, session: Session) => {
  const { device_id, session_hash } = browserOf(session)
  const own = db.selectFrom('push_subscriptions').select('id').where('person_id', '=', session.id)
  return device_id === null ? own.where('session_hash', '=', session_hash) : own.where('device_id', '=', device_id)
}

export async function pushState(deps: Deps, session: Session) {
  if (!isSecure(deps.config)) return { key: null, isOn: false }
  const isOn = (await here(deps.db, session).executeTakeFirst()) !== undefined
  return { key: await publicPushKey(deps.db), isOn }
}

/** Is it an address of a push service, and can be written to with these keys? Throws BAD_INPUT. */
function check({ endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } }) {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  const address = url?.hostname.replace(/^\[|\]$/g, '') ?? ''
  const isPlain = url?.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  const isElsewhere = address !== 'localhost' && (isIP(address) === 0 || isPublicAddress(address))
  if (!isPlain || !isElsewhere || !isKey(keys.p256dh) || Buffer.from(keys.auth, 'base64url').length !== AUTH_BYTES)
    throw badInput({ endpoint: message('PUSH_ADDRESS') })
}

/** A point of the curve, not only as many bytes. */
function isKey(text: string) {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== KEY_BYTES) return false
  try {
    ECDH.convertKey(bytes, 'prime256v1')
    return true
  } catch {
    return false
  }
}

/** Throws PUSH_NEEDS_HTTPS, BAD_INPUT. */
export async function allow(
  deps: Deps,
  session: Session,
  allowed: { endpoint: string; keys: { p256dh: string; auth: string } },
) {
  if (!isSecure(deps.config)) throw pushNeedsHttps()
  check(allowed)
  await transact(deps, async (tx) => {
    await tx.deleteFrom('push_subscriptions').where('id', 'in', here(tx, session)).execute()
    const row = {
      ...browserOf(session),
      ...{ endpoint: allowed.endpoint, ...allowed.keys, created_at: deps.now().getTime(), failed: 0 },
    }
    await tx
      .insertInto('push_subscriptions')
      .values({ id: newId(), person_id: session.id, ...row })
      .onConflict((conflict) => conflict.columns(['person_id', 'endpoint']).doUpdateSet(row))
      .execute()
    const tooMany = tx
      .selectFrom('push_subscriptions')
      .select('id')
      .where('person_id', '=', session.id)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .offset(MOST_BROWSERS)
      .limit(MOST_BROWSERS)
    const ids = (await tooMany.execute()).map(({ id }) => id)
    if (ids.length > 0) await tx.deleteFrom('push_subscriptions').where('id', 'in', ids).execute()
  })
  return { ...(await pushState(deps, session)), message: message('PUSH_IS_ON') }
}

export async function end(deps: Deps, session: Session) {
  await transact(deps, (tx) => forgetHere(tx, session))
  return { ...(await pushState(deps, session)), message: message('PUSH_IS_OFF') }
}

/** The person is told nothing in this browser any more. */
export const forgetHere = (tx: Tx, session: Session) =>
  tx.deleteFrom('push_subscriptions').where('id', 'in', here(tx, session)).execute()

/** Those that messages may go to: not in browsers that are paused since a restore, or whose PIN was tried too often. */
const openOnes = (db: Db) =>
  db
    .selectFrom('push_subscriptions as push')
    .innerJoin('producer_people as person', 'person.id', 'push.person_id')
    .leftJoin('workshop_bindings as binding', (join) =>
      join.onRef('binding.device_id', '=', 'push.device_id').onRef('binding.person_id', '=', 'push.person_id'),
    )
    .leftJoin('workshop_devices as device', 'device.id', 'push.device_id')
    .where(({ or, and, eb }) =>
      or([
        eb('push.session_hash', 'is not', null),
        and([eb('binding.wrong', '<', MOST_WRONG_PINS), eb('device.paused', '=', 0)]),
      ]),
    )

/** A producer's people with their browsers. */
export const browsersOf = (db: Db, producerIds: readonly string[]) =>
  openOnes(db)
    .select(['push.id', 'push.person_id', 'person.producer_id'])
    .where('person.producer_id', 'in', producerIds)
    .orderBy('push.created_at')
    .orderBy('push.id')
    .execute()

export const findBrowser = (db: Db, id: string) =>
  openOnes(db)
    .select(['push.id', 'push.endpoint', 'push.p256dh', 'push.auth', 'push.failed', 'person.language'])
    .where('push.id', '=', id)
    .executeTakeFirst()
export type Browser = NonNullable<Awaited<ReturnType<typeof findBrowser>>> & PushTo
