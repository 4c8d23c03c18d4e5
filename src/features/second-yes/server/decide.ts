import { recordAct } from '#features/audit/server/audit.service.ts'
import { lockPeople, type Person } from '#features/auth/server/people.ts'
import { transact } from '#kernel/background.ts'
import { checkDate } from '#kernel/clock.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { principalOf } from '#kernel/guard/principals.ts'
import type { Session } from '#kernel/guard/session.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { AppError, noRight, notLoggedIn } from '#shared/app-error.ts'
import { askerGone, ownYes, yesDecided } from '../second-yes.contract.ts'
import { message } from '../second-yes.messages.ts'
import { type DecidedState, yesMoves } from '../second-yes.states.ts'
import { actOf } from './asked-act.ts'
import { getYesRow, toSecondYes, type YesRow } from './list-second-yeses.ts'
import { hasMoney } from './one-with-money.ts'
import { yesDecidedMail } from './second-yes.mails.ts'

interface Decision {
  to: 'agreed' | 'sent back'
  message?: string | undefined
}

/** What keeps the act from being done: it is given up, and who said yes reads why. */
class NotPossible extends Error {
  readonly refusal: AppError
  constructor(refusal: AppError) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/**
 * Says yes to an act, which is then done at once, or sends it back; whoever is first decides. The act is checked again: what is not possible any more
 * is given up. Throws YES_NOT_FOUND, OWN_YES, YES_DECIDED, ASKER_GONE, NO_RIGHT, NOT_LOGGED_IN, and as the act.
 */
export async function decideSecondYes(deps: Deps, session: Session, id: string, { to, message: why = '' }: Decision) {
  checkDate(deps)
  const row = await getYesRow(deps.db, id)
  if (to === 'agreed' && row.asked_by === session.id) throw ownYes()
  try {
    await transact(deps, async (tx) => {
      await lockAct(deps, tx, row)
      const people = await lockPeople(tx)
      const deciding = people.find((person) => person.id === session.id)
      if (!deciding) throw notLoggedIn()
      if (!hasMoney(deciding)) throw noRight({ rights: ['money'] })
      await move(deps, tx, row, { to, why, by: deciding })
      const summary = `${to === 'agreed' ? 'Second yes to' : 'Sent back'}: ${row.summary}, asked for by ${row.asked_name}`
      const action = to === 'agreed' ? 'second-yes.agreed' : 'second-yes.sent-back'
      await recordAct(tx, { who: session, at: deps.now(), action, subject: id, summary })
      if (to === 'agreed') await carryOut(deps, tx, row, people)
    })
  } catch (error) {
    if (!(error instanceof NotPossible)) throw error
    await giveUp(deps, row, 'given up', wordsOf(deps, error.refusal))
    throw error.refusal
  }
  const { summary } = row
  return {
    message: to === 'agreed' ? message('YES_SAID', { summary }) : message('SENT_BACK', { summary }),
    yes: toSecondYes(await getYesRow(deps.db, id), session),
  }
}

const wordsOf = ({ word }: Deps, { says, message: sentence }: AppError) => (says ? word(says) : sentence)

const lockAct = (deps: Deps, tx: Tx, { kind, subject }: YesRow) => orNotPossible(actOf(deps, kind).lock(tx, subject))

async function carryOut(deps: Deps, tx: Tx, row: YesRow, people: readonly Person[]) {
  const asking = people.find(({ id }) => id === row.asked_by)
  if (!asking || !hasMoney(asking)) throw new NotPossible(askerGone())
  const { kind, asked, subject, key, amount_paise: amountPaise, asked_by } = row
  const who = principalOf('seller', asked_by)
  await orNotPossible(actOf(deps, kind).carryOut(deps, tx, asked, { who, subject, key: key ?? undefined, amountPaise }))
}

/** A busy database is no reason to give anything up. */
const orNotPossible = <T>(work: Promise<T>) =>
  work.catch((error: unknown) => {
    throw error instanceof AppError && error.status < 500 ? new NotPossible(error) : error
  })

interface Moved {
  to: DecidedState
  why: string
  by?: Person
}

/** The one statement that decides. Whoever comes second changes nothing. Throws YES_DECIDED. */
async function move(deps: Deps, tx: Tx, { id, kind, subject, ...row }: YesRow, { to, why, by }: Moved) {
  const at = deps.now()
  const { from, effect } = yesMoves[to]
  const by_name = by ? by.name || by.email : null
  const decided = await tx
    .updateTable('second_yeses')
    .set({
      state: to,
      decided_at: at.getTime(),
      reason: why || null,
      decided_by: by?.id ?? null,
      decided_name: by_name,
    })
    .where('id', '=', id)
    .where('state', 'in', from)
    .$if(by !== undefined, (update) => update.where('until_at', '>', at.getTime()))
    .returning('id')
    .executeTakeFirst()
  if (!decided) throw await alreadyDecided(tx, id)
  if (effect === 'let go') await actOf(deps, kind).letGo?.(tx, subject, at)
  const mail = { summary: row.summary, amountPaise: row.amount_paise, state: to, by: by_name, reason: why }
  if (by?.id !== row.asked_by) await queueMail(tx, { to: row.asked_email }, yesDecidedMail.of(mail), at)
}

/** Past its time it has lapsed, even before the job says so. */
async function alreadyDecided(tx: Tx, id: string) {
  const { state, decided_name, decided_at, until_at } = await getYesRow(tx, id)
  if (state === 'waiting' || state === 'alone') return yesDecided({ state: 'lapsed', by: null, at: new Date(until_at) })
  return yesDecided({ state, by: decided_name, at: new Date(decided_at ?? 0) })
}

const theShop = { who: principalOf('seller', ''), isInBackground: true } as const

/** Gives up or lets lapse what still waits, in the shop's name; what was decided meanwhile stays so. */
export async function giveUp(deps: Deps, row: YesRow, to: 'given up' | 'lapsed', why: string) {
  await transact(deps, async (tx) => {
    await actOf(deps, row.kind).lock(tx, row.subject).catch(unlessRefused)
    await move(deps, tx, row, { to, why })
    const [said, action] =
      to === 'lapsed'
        ? (['Nobody said yes to', 'second-yes.lapsed'] as const)
        : (['Given up', 'second-yes.given-up'] as const)
    const summary = `${said}: ${row.summary}, asked for by ${row.asked_name}`
    await recordAct(tx, { ...theShop, at: deps.now(), action, subject: row.id, summary })
  }).catch(unlessRefused)
}

function unlessRefused(error: unknown) {
  if (!(error instanceof AppError) || error.status >= 500) throw error
}
