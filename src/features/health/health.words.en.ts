const mails = (count: number) => (count === 1 ? '1 mail' : `${count} mails`)

export const healthEn = {
  TEST_MAIL_SENT: ({ email }: { email: string }) =>
    `The mail server took a test mail to ${email}. Look whether it comes`,
  TEST_MAIL_WRITTEN: ({ email }: { email: string }) =>
    `No mail server is set, so the test mail to ${email} was written as a file into the folder mail`,
  TEST_MAIL_NOT_SENT: ({ why }: { why: string }) => `The mail server did not take it: ${why}`,
  TOO_MANY_TEST_MAILS: 'Many test mails were sent just now. Please wait a little',

  MAIL_GOES: ({ waiting, givenUp }: { waiting: number; givenUp: number }) =>
    `Mails go out. ${mails(waiting)} on the way${givenUp > 0 ? `, ${mails(givenUp)} given up in the last 30 days` : ''}`,
  MAIL_WAITS: ({ waiting, minutes, why }: { waiting: number; minutes: number; why?: string | undefined }) =>
    `${waiting === 1 ? '1 mail waits' : `${waiting} mails wait`}, the oldest for ${minutes} minutes${why ? `: ${why}` : ''}`,
  MAIL_TO_FILES: 'No mail server is set (SMTP_URL): mails are written as files and reach nobody',

  BACKUP_MADE: ({ hours }: { hours: number }) =>
    hours === 0
      ? 'The last backup is of this hour'
      : `The last backup is ${hours === 1 ? '1 hour' : `${hours} hours`} old`,
  BACKUP_OLD: ({ hours, every }: { hours: number; every: number }) =>
    `The last backup is ${hours} hours old; one is due every ${every} hours`,
  BACKUP_NONE: 'There is no backup yet',
  BACKUP_UNREADABLE: 'The folder of the backups cannot be read',
  BACKUP_NOT_SET: 'No regular backups are set (BACKUP_DIR)',
  BACKUP_BY_DATABASE: 'The database is backed up by its own tools; the shop does not see them',

  DISK_FREE: ({ gigabytes }: { gigabytes: string }) => `${gigabytes} GB are free`,
  DISK_FULL: ({ gigabytes }: { gigabytes: string }) => `Only ${gigabytes} GB are free: soon nothing can be saved`,

  LEDGER_RIGHT: ({ entries }: { entries: number }) => `All ${entries} entries were right in the last check`,
  LEDGER_OFF: ({ number }: { number: number }) => `Entry ${number} is off. npm run ledger:check says why`,
  LEDGER_UNCHECKED: 'It was not checked for two nights',
  LEDGER_NOT_YET: 'It is checked every night at 03:00 in India',
  ACTIVITY_OFF: ({ problem }: { problem: string }) => problem,
  ACTIVITY_RIGHT: 'The chain was right in the last check',

  JOBS_RUN: 'All jobs run',
  JOBS_FAIL: ({ names }: { names: string }) => `These failed at their last run: ${names}. The log says why`,

  WEBHOOKS_NONE: 'No program is told of what happens',
  WEBHOOKS_GO: 'All programs are told',
  WEBHOOKS_FAIL: ({ paused, failing }: { paused: number; failing: number }) =>
    [
      ...(paused > 0 ? [paused === 1 ? '1 webhook is paused' : `${paused} webhooks are paused`] : []),
      ...(failing > 0 ? [failing === 1 ? '1 webhook fails' : `${failing} webhooks fail`] : []),
    ].join(', '),

  CERTIFICATE_GOOD: ({ days }: { days: number }) => `It is valid for ${days} more days`,
  CERTIFICATE_ENDS: ({ days }: { days: number }) =>
    days <= 0 ? 'It has ended: browsers refuse the shop' : `It ends in ${days === 1 ? '1 day' : `${days} days`}`,
  CERTIFICATE_NONE: 'The shop’s address is not https',
  CERTIFICATE_UNSEEN: 'The shop does not reach its own address from here, so it is not known',
}
