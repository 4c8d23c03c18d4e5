import type { Generated } from 'kysely'
import type { Language } from '#shared/languages.ts'
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
    /** Folded name, place and country. */
    search_text: string
    /** The e-mail address while the application waits. */
    pending_email: string | null
    /** The sentence with which it was rejected, if there was one. */
    answer: Generated<string | null>
    /** Of /application/{token}; null: it came before applications had pages. */
    token: Generated<string | null>
    /** In which it was written. */
    language: Generated<Language>
  }
  producers: {
    /** That of the application; products, lines and the ledger name producers by it. */
    id: string
    /** Null: the shop added them by hand, or they are samples. */
    application_id: string | null
    name: string
    location: string
    country: string
    story: string
    profile_image_url: string
    cover_image_url: string
    years_in_business: number
    /** JSON: list of texts. */
    specialties: string
    /** Empty: there is none. */
    email: string
    /** Empty: there is none. */
    mobile_number: string
    /** Folded name, place and country. */
    search_text: string
    /** When they applied or, without an application, were added. */
    created_at: number
    approved_at: number
    /** When the shop took them out of the shop; null: they are in it. */
    suspended_at: Generated<number | null>
    /** JSON: SendsFrom; null: the shop sends for this producer. */
    sends_from: Generated<string | null>
    /** 0 or 1: ledger and producer's page may show their name and sums. */
    ledger_consent: Generated<number>
    /** 0 or 1: a sample of the demo, with empty `email` and `mobile_number`: there is nobody to write to. */
    demo: Generated<number>
    /** When the e-mail address last became another one. */
    email_changed_at: Generated<number | null>
    /** Of the income tax; for the shop alone, as the next four. */
    pan: Generated<string | null>
    /** `unregistered`, `enrolled` or `registered`; the last two have a number. */
    gst_status: Generated<string>
    gst_number: Generated<string | null>
    /** The number of the artisan's card. */
    pehchan: Generated<string | null>
    /** 0 or 1: what they add and change is on sale without the shop's look. */
    trusted: Generated<number>
    /** In which the shop writes to them. */
    language: Generated<Language>
    /** Indian days, both or neither: they make nothing then. */
    holiday_from: Generated<string | null>
    holiday_to: Generated<string | null>
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
