import type { TallyTables } from '#kernel/http/tallies.tables.ts'
import type { MailTables } from '#kernel/mail/mail.tables.ts'

/** All tables. Each feature adds its own to it, beside their row types (*.tables.ts). */
export interface Tables extends MailTables, TallyTables {}
