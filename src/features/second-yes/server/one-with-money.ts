import type { Person } from '#features/auth/server/people.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { aloneFrom, PEOPLE_FOR_YES } from '../second-yes.rules.ts'
import { oneWithMoneyMail } from './second-yes.mails.ts'

const NOTE = 'one-with-money-since'

export const hasMoney = ({ rights }: Pick<Person, 'rights'>) => rights.includes('money')

/** Since when one person alone has `money`, or had: undefined, there never were two. */
export async function readOneSince(db: Db) {
  const note = await db.selectFrom('shop_notes').select('value').where('key', '=', NOTE).executeTakeFirst()
  return note && new Date(note.value)
}

interface Taken {
  /** All people before, locked. */
  team: readonly Person[]
  from: Person
  by: { id: string; name: string; email: string }
}

/** When the last but one has lost `money`, one alone is enough a day later, and all who have or had it are told. */
export async function noteMoneyTaken({ config, now }: Deps, tx: Tx, { team, from, by }: Taken) {
  const before = team.filter(hasMoney)
  if (config.secondYesFromPaise === undefined || !hasMoney(from) || before.length !== PEOPLE_FOR_YES) return
  const at = now()
  const since = { value: at.toISOString() }
  await tx
    .insertInto('shop_notes')
    .values({ key: NOTE, ...since })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(since))
    .execute()
  const mail = oneWithMoneyMail.of({
    ...{ from: from.name || from.email, by: by.name || by.email },
    ...{ fromPaise: config.secondYesFromPaise, aloneFrom: aloneFrom(at).toISOString() },
  })
  for (const { id, email } of before) if (id !== by.id) await queueMail(tx, { to: email }, mail, at)
}
