import type { Generated } from 'kysely'
import type { ApplicationStatus } from '../producers.rules.ts'

export interface ProducerTables {
  producer_applications: {
    id: string
    name: string
    location: string
    country: string
    story: string
    profile_image_url: string
    cover_image_url: string
    years_in_business: number
    /** JSON: list of texts. */
    specialties: string
    email: string
    mobile_number: string
    status: ApplicationStatus
    created_at: number
    decided_at: number | null
    /** The seller's id. */
    decided_by: string | null
    /** 0 or 1: the seller was told by mail that it has come. */
    shop_told: Generated<number>
    /** When the seller took an approved producer out of the shop; null: it is in it. */
    suspended_at: number | null
    /** Folded name, place and country. */
    search_text: string
    /** The e-mail address while the application waits. */
    pending_email: string | null
    /** JSON: SendsFrom; null: the shop sends for this producer. */
    sends_from: Generated<string | null>
    /** 0 or 1: ledger and producer's page may show their name and sums. */
    ledger_consent: Generated<number>
    /** 0 or 1: a sample of the demo, with empty `email` and `mobile_number`: there is nobody to write to. */
    demo: Generated<number>
    /** When the e-mail address last became another one. */
    email_changed_at: Generated<number | null>
  }
  uploaded_pictures: {
    key: string
    /** 1 once an application uses it; others go after a day. */
    kept: number
    created_at: number
  }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends ProducerTables {}
}
