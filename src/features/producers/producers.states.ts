import type { AuditAction } from '#features/audit/audit.contract.ts'
import type { ApplicationStatus } from './producers.rules.ts'

/** An application is decided once; an approved producer can be suspended and taken back. */
export type ProducerState = ApplicationStatus | 'suspended'

interface ProducerMove {
  from: ProducerState
  to: ProducerState
  /** Already so: nothing changes. */
  done: readonly ProducerState[]
  /** The entry in the shop's log. */
  action: AuditAction
  summary: (name: string) => string
  /** The answer's message. */
  said: 'PRODUCER_APPROVED' | 'PRODUCER_REJECTED' | 'PRODUCER_SUSPENDED' | 'PRODUCER_TAKEN_BACK'
  effect: 'applicant gets mail' | 'products follow'
}

export const producerHappenings = ['approved', 'rejected', 'suspended', 'taken back'] as const
export type ProducerHappening = (typeof producerHappenings)[number]

/** Every move, by what the seller does; server/producer-edits.ts makes them. */
export const producerMoves: Readonly<Record<ProducerHappening, ProducerMove>> = {
  approved: {
    from: 'pending',
    to: 'approved',
    done: ['approved', 'suspended'],
    action: 'application.approved',
    summary: (name) => `${name}: approved`,
    said: 'PRODUCER_APPROVED',
    effect: 'applicant gets mail',
  },
  rejected: {
    from: 'pending',
    to: 'rejected',
    done: ['rejected'],
    action: 'application.rejected',
    summary: (name) => `${name}: rejected`,
    said: 'PRODUCER_REJECTED',
    effect: 'applicant gets mail',
  },
  suspended: {
    from: 'approved',
    to: 'suspended',
    done: ['suspended'],
    action: 'producer.suspended',
    summary: (name) => `${name} suspended`,
    said: 'PRODUCER_SUSPENDED',
    effect: 'products follow',
  },
  'taken back': {
    from: 'suspended',
    to: 'approved',
    done: ['approved'],
    action: 'producer.unsuspended',
    summary: (name) => `${name} taken back`,
    said: 'PRODUCER_TAKEN_BACK',
    effect: 'products follow',
  },
}
