import type { Db } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { DAY_MS, SECOND_MS } from '#shared/time.ts'

/** So long the browser's service keeps a message for a phone that is off. */
const KEPT_SECONDS = (3 * DAY_MS) / SECOND_MS

/** Loaded with the first push: few shops need it. */
const load = async () => (await import('web-push')).default

/** The shop's own, which a migration has made: browsers know the shop by them. */
const readKeys = (db: Db) =>
  db.selectFrom('push_keys').select(['public_key', 'private_key']).where('id', '=', 1).executeTakeFirstOrThrow()

export const publicPushKey = async (db: Db) => (await readKeys(db)).public_key

export interface PushTo {
  endpoint: string
  p256dh: string
  auth: string
}

/** Headers and encrypted body of a message to one browser. `payload` is read by public/sw.js. */
export async function writePush(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { endpoint, p256dh, auth }: PushTo,
  payload: object,
) {
  const { public_key: publicKey, private_key: privateKey } = await readKeys(db)
  const { headers, body } = (await load()).generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(payload),
    {
      vapidDetails: { subject: `mailto:${config.supportEmail}`, publicKey, privateKey },
      ...({ TTL: KEPT_SECONDS, urgency: 'high' } as const),
    },
  )
  const asText = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])
  return { headers: Object.fromEntries(asText) as Record<string, string>, body: body ?? '' }
}
