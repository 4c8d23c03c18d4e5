import { statfs } from 'node:fs/promises'
import { stateOfWebhooks } from '#features/webhooks/server/webhook-rows.ts'
import { listBackups, timeOfBackup } from '#kernel/backup-files.ts'
import type { Deps } from '#kernel/deps.ts'
import { stateOfOutbox } from '#kernel/mail/outbox.ts'
import type { Message } from '#shared/messages.ts'
import { withDecimals } from '#shared/numbers.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import type { CheckName } from '../health.contract.ts'
import { message } from '../health.messages.ts'
import { daysUntil, endOfCertificate } from './certificate.ts'

export interface Look {
  state: 'good' | 'bad' | 'off'
  says: Message
}

const good = (says: Message): Look => ({ state: 'good', says })
const bad = (says: Message): Look => ({ state: 'bad', says })
const off = (says: Message): Look => ({ state: 'off', says })

const GIGABYTE = 1_000_000_000
/** Below this a busy day may fill the disk. */
const LEAST_FREE = GIGABYTE
/** A mail that waits for so long is more than one busy minute. */
const MAIL_WAITS_MS = 15 * MINUTE_MS
/** Beyond its hours a backup may still be under way. */
const BACKUP_GRACE_MS = 2 * HOUR_MS
const LEDGER_MS = 2 * DAY_MS
/** Certificates that renew themselves do so earlier. */
const CERTIFICATE_DAYS = 14

type Checks = Record<CheckName, (deps: Deps) => Look | Promise<Look>>

/** How each part is, as this process sees it now. */
export const checks: Checks = {
  async mail({ db, config, now }) {
    const { waiting, oldest, givenUp } = await stateOfOutbox(db)
    const waits = oldest === null ? 0 : now().getTime() - oldest
    if (waits > MAIL_WAITS_MS) {
      const failed = db
        .selectFrom('outbox')
        .select('last_error')
        .where('sent_at', 'is', null)
        .where('given_up_at', 'is', null)
        .where('last_error', 'is not', null)
      const why = (await failed.limit(1).executeTakeFirst())?.last_error ?? undefined
      return bad(message('MAIL_WAITS', { waiting, minutes: Math.floor(waits / MINUTE_MS), why }))
    }
    return config.smtpUrl ? good(message('MAIL_GOES', { waiting, givenUp })) : off(message('MAIL_TO_FILES'))
  },

  async backup({ config: { backups, otherBackupTool }, now }) {
    if (!backups) return off(otherBackupTool ? message('BACKUP_BY_DATABASE') : message('BACKUP_NOT_SET'))
    const names = await listBackups(backups.dir).catch(() => undefined)
    if (!names) return bad(message('BACKUP_UNREADABLE'))
    const newest = names.at(-1)
    if (newest === undefined) return bad(message('BACKUP_NONE'))
    const ageMs = now().getTime() - timeOfBackup(newest)
    const hours = Math.floor(ageMs / HOUR_MS)
    return ageMs > backups.everyMs + BACKUP_GRACE_MS
      ? bad(message('BACKUP_OLD', { hours, every: backups.everyMs / HOUR_MS }))
      : good(message('BACKUP_MADE', { hours }))
  },

  async disk({ config }) {
    const { bavail, bsize } = await statfs(config.dataDir)
    const free = bavail * bsize
    const gigabytes = withDecimals(free / GIGABYTE, 1)
    return free < LEAST_FREE ? bad(message('DISK_FULL', { gigabytes })) : good(message('DISK_FREE', { gigabytes }))
  },

  async ledger(deps) {
    const last = await lastCheck(deps)
    if (!last) return off(message('LEDGER_NOT_YET'))
    if (last.bad_number !== null) return bad(message('LEDGER_OFF', { number: last.bad_number }))
    return isOld(last, deps)
      ? bad(message('LEDGER_UNCHECKED'))
      : good(message('LEDGER_RIGHT', { entries: last.entries }))
  },

  async activity(deps) {
    const last = await lastCheck(deps)
    if (!last) return off(message('LEDGER_NOT_YET'))
    if (last.activity_problem !== null) return bad(message('ACTIVITY_OFF', { problem: last.activity_problem }))
    return isOld(last, deps) ? bad(message('LEDGER_UNCHECKED')) : good(message('ACTIVITY_RIGHT'))
  },

  jobs({ jobs }) {
    const failing = jobs.failing()
    return failing.length > 0 ? bad(message('JOBS_FAIL', { names: failing.join(', ') })) : good(message('JOBS_RUN'))
  },

  async webhooks({ db }) {
    const { all, paused, failing } = await stateOfWebhooks(db)
    if (all === 0) return off(message('WEBHOOKS_NONE'))
    return paused + failing > 0 ? bad(message('WEBHOOKS_FAIL', { paused, failing })) : good(message('WEBHOOKS_GO'))
  },

  async certificate({ config, now }) {
    if (!config.isHttps) return off(message('CERTIFICATE_NONE'))
    const end = await endOfCertificate(config.publicUrl)
    if (!end) return off(message('CERTIFICATE_UNSEEN'))
    const days = daysUntil(end, now())
    return days < CERTIFICATE_DAYS
      ? bad(message('CERTIFICATE_ENDS', { days }))
      : good(message('CERTIFICATE_GOOD', { days }))
  },
}

const lastCheck = ({ db }: Deps) => db.selectFrom('ledger_checks').selectAll().executeTakeFirst()
const isOld = ({ at }: { at: number }, { now }: Deps) => now().getTime() - at > LEDGER_MS
