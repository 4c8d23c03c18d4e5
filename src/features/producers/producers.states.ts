import type { AuditAction } from '#features/audit/audit.contract.ts'
import type { ApplicationStatus } from './producers.rules.ts'

/** An application is decided once; an approved producer can be taken out of the shop, and back. */
export type ProducerState = ApplicationStatus | 'suspended'

interface ProducerMove {
  from: ProducerState
  to: ProducerState
  /** Where it has happened already: then nothing changes. */
  done: readonly ProducerState[]
  /** In the shop's log. */
  action: AuditAction
  summary: (name: string) => string
  /** What the seller is answered. */
  answer: (name: string) => string
  effect: 'applicant gets mail' | 'products follow'
}

export const producerHappenings = ['approved', 'rejected', 'suspended', 'taken back'] as const
export type ProducerHappening = (typeof producerHappenings)[number]

/** Every move there is, by what happens; all of them are the seller's. server/producer-edits.ts makes them. */
export const producerMoves: Readonly<Record<ProducerHappening, ProducerMove>> = {
  approved: {
    from: 'pending',
    to: 'approved',
    done: ['approved', 'suspended'],
    action: 'application.approved',
    summary: (name) => `${name}: approved`,
    answer: (name) => `${name} is approved`,
    effect: 'applicant gets mail',
  },
  rejected: {
    from: 'pending',
    to: 'rejected',
    done: ['rejected'],
    action: 'application.rejected',
    summary: (name) => `${name}: rejected`,
    answer: (name) => `${name} is rejected`,
    effect: 'applicant gets mail',
  },
  suspended: {
    from: 'approved',
    to: 'suspended',
    done: ['suspended'],
    action: 'producer.suspended',
    summary: (name) => `${name} suspended`,
    answer: (name) => `${name} is suspended`,
    effect: 'products follow',
  },
  'taken back': {
    from: 'suspended',
    to: 'approved',
    done: ['approved'],
    action: 'producer.unsuspended',
    summary: (name) => `${name} taken back`,
    answer: (name) => `${name} is back in the shop`,
    effect: 'products follow',
  },
}
