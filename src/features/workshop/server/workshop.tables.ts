import type { Generated } from 'kysely'
import type { Language } from '#shared/languages.ts'

export interface WorkshopTables {
  /** Who opens a producer's workshop; several a producer. */
  producer_people: {
    id: string
    producer_id: string
    name: string
    /** Folded; null: who has none opens the workshop with a PIN. */
    email: string | null
    /** Null: none was set. */
    password_hash: string | null
    /** 'en' or 'hi': what the person reads. */
    language: Language
    /** 1: helps the producer, and sees neither money nor people. */
    helper: Generated<number>
    created_at: number
  }
  /** Browsers in which a PIN of six digits is enough. */
  workshop_devices: {
    id: string
    /** SHA-256 of the token in the cookie. */
    token_hash: string
    name: string
    created_at: number
    seen_at: number
    /** 1: several people open their workshop in it. */
    shared: Generated<number>
    /** 1: it opens nothing until the office lets it in again, after a restore. */
    paused: Generated<number>
  }
  producer_invitations: {
    id: string
    producer_id: string
    /** Who is let in again; null: somebody new. */
    person_id: string | null
    name: string
    email: string | null
    /** Ten digits: the last four are asked for. */
    phone: string | null
    language: Language
    helper: number
    /** SHA-256 of the token in the link. */
    token_hash: string
    /** Of the shop's people, or of the producer's. */
    invited_by: string
    invited_by_name: string
    expires_at: number
    /** How often other digits of the phone were typed. */
    wrong: Generated<number>
  }
  /** Who may open the workshop with a PIN in which browser. */
  workshop_bindings: {
    device_id: string
    person_id: string
    /** argon2id of PIN and the browser's token, which the shop knows as a hash only; '': there is no PIN. */
    pin_hash: string
    /** The passkey behind the phone's own lock, as in `passkeys`; null: there is none. */
    credential_id: string | null
    public_key: string | null
    uses: Generated<number>
    /** Wrong PINs since the last right one; at five the binding is over. */
    wrong: Generated<number>
    bound_at: number
    used_at: number
  }
  /** The one pair of keys with which the shop signs its pushes; base64url. */
  push_keys: { id: number; public_key: string; private_key: string; made_at: number }
  /** Browsers in which somebody allowed to be told. */
  push_subscriptions: {
    id: string
    person_id: string
    /** The bound browser; null: the person came in by password, in this session. */
    device_id: string | null
    session_hash: string | null
    /** Address at the push service of the browser's maker, and the keys to write to it; base64url. */
    endpoint: string
    p256dh: string
    auth: string
    created_at: number
    /** Messages that were given up since the last one that arrived. */
    failed: Generated<number>
  }
  /** Messages about parcels, each with an id of its own; kept for 30 days. */
  push_messages: {
    id: string
    subscription_id: string
    person_id: string
    kind: 'send' | 'keep'
    parcel_id: string
    at: number
    tries: Generated<number>
    /** When it is sent next; null: it arrived, was given up or is not needed any more. */
    due_at: number | null
    arrived_at: Generated<number | null>
  }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends WorkshopTables {}
}
