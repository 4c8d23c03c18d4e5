import type { MailTables } from '#kernel/mail/mail.tables.ts'
import type { TallyTables } from '../guard/tallies.tables.ts'

/** All tables. Each feature adds its own beside their row types (*.tables.ts). */
export interface Tables extends MailTables, TallyTables {}
