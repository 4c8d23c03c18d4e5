import type { Db } from '#kernel/db/database.ts'
import { applicationLinkUnknown, type SeenApplication } from '../../producers.contract.ts'

/** The application of a link, without anything of how they are reached. Throws APPLICATION_LINK_UNKNOWN. */
export async function lookAtApplication(db: Db, token: string): Promise<{ application: SeenApplication }> {
  const row = await db
    .selectFrom('producer_applications as application')
    .leftJoin('producers', (join) =>
      join.onRef('producers.id', '=', 'application.id').on('producers.suspended_at', 'is', null),
    )
    .select(['application.name', 'application.status', 'application.language', 'application.created_at'])
    .select(['application.decided_at', 'application.answer', 'producers.id as producer'])
    .where('application.token', '=', token)
    .executeTakeFirst()
  if (!row) throw applicationLinkUnknown()
  return {
    application: {
      name: row.name,
      status: row.status === 'pending' ? 'received' : row.status,
      language: row.language,
      appliedAt: new Date(row.created_at),
      ...(row.decided_at === null ? {} : { decidedAt: new Date(row.decided_at) }),
      ...(row.answer ? { answer: row.answer } : {}),
      ...(row.producer ? { producerPath: `/producers/${row.producer}` } : {}),
    },
  }
}
