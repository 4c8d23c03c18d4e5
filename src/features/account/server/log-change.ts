import type { AuditAction } from '#features/audit/audit.contract.ts'
import { recordAct } from '#features/audit/server/audit.service.ts'
import type { Tx } from '#kernel/db/database.ts'
import { principalOf } from '#kernel/guard/principals.ts'
import type { AccountKind } from '#shared/endpoint.ts'

interface Logged {
  email: AuditAction
  password: AuditAction
}

/** Whose changes of the own account stand in the shop's log, and under which names. */
const logged: Record<AccountKind, Logged | undefined> = {
  user: undefined,
  seller: { email: 'seller.email', password: 'seller.password' },
  producer: undefined,
}

export async function logChange(
  tx: Tx,
  kind: AccountKind,
  id: string,
  { what, summary, at }: { what: keyof Logged; summary: string; at: Date },
) {
  const action = logged[kind]?.[what]
  if (action) await recordAct(tx, { who: principalOf(kind, id), action, subject: id, summary, at })
}
