import type { z } from 'zod'
import { suspendedAsksNothing } from '#features/changes/changes.contract.ts'
import type { WantedPage } from '#features/changes/changes.wanted.ts'
import {
  askForChange,
  type ChangeRow,
  endChange,
  findOpenChange,
  takeChangeBack,
  wantedPage,
} from '#features/changes/server/ask-for-change.ts'
import { type Page, pageFields, pageNow, pageVersion, pageWanted } from '#features/changes/server/sides.ts'
import { earnedBy } from '#features/ledger/server/earnings.ts'
import { producerUrl } from '#features/producers/producers.rules.ts'
import { lockProducer } from '#features/producers/server/lock-producer.ts'
import { editProducer } from '#features/producers/server/producer-edits.ts'
import { keepUploads } from '#features/producers/server/uploads.ts'
import { transact } from '#kernel/background.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Session } from '#kernel/guard/session.ts'
import { notForHelpers } from '#shared/app-error.ts'
import { workshopOf } from '../../door/server/login.ts'
import { message } from '../../workshop.messages.ts'
import { type changeStory as contract, type OwnStory, storyChanged } from '../story.contract.ts'

type Sent = z.output<typeof contract.body>

export async function readStory(db: Db, session: Session): Promise<OwnStory> {
  const { producer, isHelper } = workshopOf(session)
  const row = await db.selectFrom('producers').selectAll().where('id', '=', producer.id).executeTakeFirstOrThrow()
  const open = await findOpenChange(db, producer.id)
  const page = pageSeen(pageNow(row), open)
  return {
    page,
    version: pageVersion(page),
    yearsInBusiness: row.years_in_business,
    path: row.suspended_at === null ? producerUrl(row.id) : null,
    isTrusted: row.trusted === 1,
    change: open
      ? {
          askedAt: new Date(open.asked_at),
          sentBack:
            open.state === 'sent back'
              ? {
                  message: open.message,
                  by: open.decided_by_name ?? '',
                  at: new Date(open.decided_at ?? open.asked_at),
                }
              : null,
        }
      : null,
    consent: isHelper ? null : { isGiven: row.ledger_consent === 1, earnings: await earnedBy(db, row.id) },
  }
}

/** Throws NOT_FOR_HELPERS, CHANGE_PRODUCER_SUSPENDED, STORY_CHANGED, and BAD_INPUT for a lost picture. */
export async function changeStory(deps: Deps, who: Session, { ledgerConsent, version, ...page }: Sent) {
  const { producer, isHelper } = workshopOf(who)
  if (ledgerConsent !== undefined && isHelper) throw notForHelpers()
  const isPage = pageFields.some((field) => page[field] !== undefined)
  const saidOfPage = isPage ? await changePage(deps, who, { page, version }) : undefined
  if (ledgerConsent !== undefined) await editProducer(deps, who, producer.id, { ledgerConsent })
  const said = saidOfPage ?? (ledgerConsent ? 'STORY_EARNINGS_SHOWN' : 'STORY_EARNINGS_HIDDEN')
  return { message: message(said), story: await readStory(deps.db, who) }
}

interface SentPage {
  page: WantedPage
  /** Of the page that was looked at. */
  version?: number | undefined
}

type SaidOfPage = 'STORY_SENT' | 'STORY_SHOWN' | 'STORY_TAKEN_BACK' | 'STORY_AS_IT_IS'

async function changePage(deps: Deps, who: Session, sent: SentPage): Promise<SaidOfPage> {
  const { id, name } = workshopOf(who).producer
  const asked = await transact(deps, async (tx): Promise<SaidOfPage | { atOnce: WantedPage }> => {
    const row = await lockProducer(tx, id)
    const now = pageNow(row)
    const wanted = await wantedNow(tx, id, now, sent)
    const asking = { who, producerId: id, name, at: deps.now() }
    if (isNothing(wanted)) return (await takeChangeBack(tx, asking, id)) ? 'STORY_TAKEN_BACK' : 'STORY_AS_IT_IS'
    if (row.trusted === 1) return { atOnce: wanted }
    // Unused uploads go after a day, and this may wait for longer.
    await keepUploads(tx, { profileImageUrl: wanted.profileImageUrl ?? '', coverImageUrl: wanted.coverImageUrl ?? '' })
    await askForChange(tx, asking, { kind: 'page', subject: id, wanted, before: onlyFieldsOf(now, wanted) })
    return 'STORY_SENT'
  })
  return typeof asked === 'string' ? asked : changeAtOnce(deps, who, sent, asked.atOnce)
}

/** Of a trusted producer; what waited since before they were trusted goes with it. */
async function changeAtOnce(deps: Deps, who: Session, sent: SentPage, wanted: WantedPage): Promise<SaidOfPage> {
  const { id } = workshopOf(who).producer
  await editProducer(deps, who, id, wanted, {
    async first(tx, row) {
      if (row.suspended_at !== null) throw suspendedAsksNothing()
      const isAsItWas = isSame(await wantedNow(tx, id, pageNow(row), sent), wanted)
      if (row.trusted !== 1 || !isAsItWas) throw storyChanged()
      const open = await findOpenChange(tx, id)
      if (open) await endChange(tx, open.id)
    },
  })
  return 'STORY_SHOWN'
}

/**
 * What is sent, with what is open of the page, as far as it is different from the page as it is. Throws STORY_CHANGED where it was made from another page
 * than there is; the same page sent again, since its answer was lost, is none.
 */
async function wantedNow(db: Db, id: string, now: Page, { page, version }: SentPage): Promise<WantedPage> {
  const seen = pageSeen(now, await findOpenChange(db, id))
  const wanted = pageWanted(seen, page)
  if (version !== undefined && version !== pageVersion(seen) && !isSame(wanted, seen)) throw storyChanged()
  const different = pageFields.filter((field) => !isSame(now[field], wanted[field]))
  return Object.fromEntries(different.map((field) => [field, wanted[field]]))
}

/** As its people want it, where a change is open. */
const pageSeen = (now: Page, open: ChangeRow | undefined) => (open ? pageWanted(now, wantedPage(open)) : now)

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const isNothing = (wanted: WantedPage) => Object.keys(wanted).length === 0

const onlyFieldsOf = (now: Page, wanted: WantedPage): WantedPage =>
  Object.fromEntries(pageFields.flatMap((field) => (wanted[field] === undefined ? [] : [[field, now[field]]])))
