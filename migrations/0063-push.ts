import { createECDH } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

export const besideOldVersion = true

/** Makers are told on their phones: the shop's keys for it, the browsers that allow it, and the messages to them. */
export async function up(db: Kysely<unknown>) {
  for (const statement of [
    `create table push_keys (id integer primary key not null, public_key text not null, private_key text not null,
      made_at bigint not null)`,
    // What ends a binding, a person or a session by password ends these, too, in an older version as well.
    `create table push_subscriptions (id text primary key not null,
      person_id text not null references producer_people (id) on delete cascade, device_id text,
      session_hash text references sessions (token_hash) on delete cascade, endpoint text not null,
      p256dh text not null, auth text not null, created_at bigint not null, failed integer not null default 0,
      constraint push_subscriptions_one unique (person_id, endpoint),
      constraint push_subscriptions_bound foreign key (device_id, person_id)
        references workshop_bindings (device_id, person_id) on delete cascade)`,
    'create index push_subscriptions_device on push_subscriptions (device_id, person_id)',
    'create index push_subscriptions_session on push_subscriptions (session_hash) where session_hash is not null',
    `create table push_messages (id text primary key not null, subscription_id text not null, person_id text not null,
      kind text not null, parcel_id text not null, at bigint not null, tries integer not null default 0, due_at bigint, arrived_at bigint)`,
    'create index push_messages_due on push_messages (due_at) where due_at is not null',
    'create index push_messages_of on push_messages (parcel_id)',
    'create index push_messages_by_time on push_messages (at)',
  ])
    await sql.raw(statement).execute(db)
  const { publicKey, privateKey } = ownKeys()
  await sql`insert into push_keys (id, public_key, private_key, made_at)
    values (1, ${publicKey}, ${privateKey}, ${Date.now()})`.execute(db)
}

const PRIVATE_BYTES = 32

/** Made once: browsers know the shop by them. */
function ownKeys() {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys('base64url')
  const bytes = pair.getPrivateKey()
  // Zeros in front are left out of it.
  const privateKey = Buffer.concat([Buffer.alloc(PRIVATE_BYTES - bytes.length), bytes]).toString('base64url')
  return { publicKey, privateKey }
}
