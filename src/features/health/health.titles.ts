import type { CheckName } from './health.contract.ts'

export const checkTitles: Record<CheckName, string> = {
  mail: 'Mail',
  backup: 'Backup',
  disk: 'Disk',
  ledger: 'Ledger',
  activity: 'Activity',
  jobs: 'Jobs',
  webhooks: 'Webhooks',
  certificate: 'Certificate',
}
