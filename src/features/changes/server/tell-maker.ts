import type { Tx } from '#kernel/db/database.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import type { ChangeRow } from './ask-for-change.ts'
import { changeApprovedMail, changeSentBackMail } from './changes.mails.ts'

export type Decided = { to: 'approved' } | { to: 'sent back'; sentence: string; by: string }

/**
 * Tells the maker what became of a change, in the transaction that decides it: the one place from which they hear of it. By mail, to the person who
 * sent it, else to their producer; who has no address finds it in the workshop.
 */
export async function tellMaker(tx: Tx, row: ChangeRow, name: string, decided: Decided, at: Date) {
  const reader = await findReader(tx, row)
  if (!reader?.email) return
  const told = { kind: row.kind, person: reader.name, name }
  const mail =
    decided.to === 'approved'
      ? changeApprovedMail.of(told, reader.language)
      : changeSentBackMail.of({ ...told, sentence: decided.sentence, by: decided.by }, reader.language)
  await queueMail(tx, { to: reader.email }, mail, at)
}

async function findReader(tx: Tx, { asked_by, producer_id }: ChangeRow) {
  const person = await tx
    .selectFrom('producer_people')
    .select(['name', 'email', 'language'])
    .where('id', '=', asked_by)
    .executeTakeFirst()
  if (person?.email) return person
  return tx
    .selectFrom('producers')
    .select(['name', 'email', 'language'])
    .where('id', '=', producer_id)
    .executeTakeFirst()
}
