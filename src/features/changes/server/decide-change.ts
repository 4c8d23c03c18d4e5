import type { z } from 'zod'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { productNotFound } from '#features/catalog/catalog.contract.ts'
import { factNames } from '#features/catalog/facts/facts.fields.ts'
import { parseFacts, parsePictures } from '#features/catalog/server/catalog.service.ts'
import { categorySlug } from '#features/catalog/server/products.ts'
import { editProducer } from '#features/producers/server/producer-edits.ts'
import { addProduct, editProduct } from '#features/products/edit/server/product-edits.ts'
import { isOfferTooHigh, mrpProblem, offerAbovePrice } from '#features/products/product-data.contract.ts'
import { productChanged } from '#features/products/seller-products.contract.ts'
import type { Row as ProductRow } from '#features/products/server/seller-products.service.ts'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Session } from '#kernel/guard/session.ts'
import { AppError, badInput, noRight } from '#shared/app-error.ts'
import { minus, NO_MONEY, type Paise } from '#shared/money.ts'
import {
  changeDecided,
  changeNeedsPrices,
  changeNotFound,
  changeOfSuspended,
  changeOvertaken,
  changeSentAnew,
  type decideChange as contract,
} from '../changes.contract.ts'
import { message } from '../changes.messages.ts'
import { changeMoves } from '../changes.states.ts'
import { type ChangeRow, endChange, lockChange, wantedPage, wantedPiece } from './ask-for-change.ts'
import { beforeOf, lastChangedBy } from './list-changes.ts'
import { findPhotos, handPhotosOver, letGoOfPhotos } from './sent-photos.ts'
import { isPageOvertaken, pageNow, pageVersion } from './sides.ts'
import { type Decided, tellMaker } from './tell-maker.ts'

type Decision = z.output<typeof contract.body>

interface Deciding {
  deps: Deps
  who: Session
  row: ChangeRow
  decision: Decision
}

/**
 * Decides a change once. It is approved in the transaction of the product or the page, so a change that cannot be carried out goes on waiting. Throws
 * CHANGE_NOT_FOUND, CHANGE_DECIDED, CHANGE_SENT_ANEW, CHANGE_OVERTAKEN, CHANGE_OF_SUSPENDED, CHANGE_NEEDS_PRICES, NO_RIGHT, PRODUCT_NOT_FOUND,
 * FACTS_MISSING and BAD_INPUT.
 */
export async function decideChange(deps: Deps, who: Session, id: string, decision: Decision) {
  const row = await deps.db.selectFrom('maker_changes').selectAll().where('id', '=', id).executeTakeFirst()
  checkWaits(row, decision)
  if (row.kind !== 'new piece' && decision.product) throw badInput({ product: message('CHANGE_IS_NO_NEW_PIECE') })
  const deciding = { deps, who, row, decision }
  const name = await (decision.to === 'sent back'
    ? sendBack(deciding)
    : row.kind === 'new piece'
      ? approveNewPiece(deciding)
      : row.kind === 'piece'
        ? approvePiece(deciding)
        : approvePage(deciding))
  return { message: message(decision.to === 'approved' ? 'CHANGE_APPROVED' : 'CHANGE_SENT_BACK', { name }) }
}

function checkWaits(row: ChangeRow | undefined, { to, edition }: Decision): asserts row is ChangeRow {
  if (!row) throw changeNotFound()
  if (!changeMoves[to].from.includes(row.state)) throw changeDecided()
  if (edition !== undefined && edition !== row.edition) throw changeSentAnew()
}

/** Writes the decision, with the change locked: what was read is what is decided. Throws as decideChange. */
async function decide({ deps, who, row, decision }: Deciding, tx: Tx, name: string, decided: Decided) {
  const locked = await lockChange(tx, row.id)
  checkWaits(locked, { ...decision, edition: row.edition })
  // A maker says how many pieces there are without another edition.
  if (locked.wanted !== row.wanted) throw changeSentAnew()
  const at = deps.now()
  await tx
    .updateTable('maker_changes')
    .set({
      ...{ state: decided.to, decided_by_name: nameOfPerson(who), decided_at: at.getTime() },
      message: decided.to === 'sent back' ? decided.sentence : '',
    })
    .where('id', '=', row.id)
    .execute()
  await tellMaker(tx, locked, name, decided, at)
}

/** Makers read it, so never an e-mail address: '' for an account without a name, which a setting has made. */
const nameOfPerson = ({ person, key }: Session) => key?.name ?? person?.name ?? ''

async function sendBack(deciding: Deciding) {
  const { deps, who, row, decision } = deciding
  const sentence = decision.message
  if (!sentence) throw badInput({ message: message('CHANGE_SENTENCE_MISSING') })
  if (row.kind === 'piece') await findProductOf(deps, row)
  return transact(deps, async (tx) => {
    const name = await nameOfSubject(tx, row)
    await decide(deciding, tx, name, { to: 'sent back', sentence, by: nameOfPerson(who) })
    const summary = `${name}: sent back to ${row.asked_by_name}`
    const changes = [{ field: 'Sentence', old: '', new: sentence }]
    await recordAct(tx, { who, action: 'change.sent-back', subject: row.subject, summary, changes, at: deps.now() })
    return name
  })
}

async function nameOfSubject(tx: Tx, row: ChangeRow) {
  const table = row.kind === 'page' ? 'producers' : 'products'
  const subject = await tx.selectFrom(table).select('name').where('id', '=', row.subject).executeTakeFirst()
  return subject?.name ?? (row.kind === 'new piece' ? (wantedPiece(row).name ?? '') : '')
}

/** Above what offer price less costs leave, the shop bears a loss. Throws NO_RIGHT. */
function checkMakerPrice(who: Session, makerPrice: Paise | undefined, offerPrice: Paise, costs: Paise | null) {
  const isLoss = makerPrice !== undefined && makerPrice > minus(offerPrice, costs ?? NO_MONEY)
  if (isLoss && !who.rights.includes('money')) throw noRight({ rights: ['money'] })
}

async function approveNewPiece(deciding: Deciding) {
  const { deps, who, row, decision } = deciding
  const { product: set } = decision
  if (!set) throw changeNeedsPrices()
  const wanted = wantedPiece(row)
  const { price, offerPrice, costs = null } = set
  if (isOfferTooHigh(set)) throw badInput({ 'product.offerPrice': offerAbovePrice })
  const mrpTooLow = mrpProblem(wanted.facts ?? {}, offerPrice)
  if (mrpTooLow) throw badInput({ 'product.offerPrice': mrpTooLow })
  checkMakerPrice(who, wanted.makerPrice, offerPrice, costs)
  await checkInShop(deps, row)
  const name = set.name ?? wanted.name ?? ''
  const { stored, keys } = await findWantedPhotos(deps, row, [])
  const data = {
    ...{ name, category: categorySlug(wanted.category ?? ''), description: wanted.description, facts: wanted.facts },
    ...{ price, offerPrice, costs, makerPrice: wanted.makerPrice, stock: wanted.stock, producer: row.producer_id },
  }
  await addProduct({ deps, who }, data, [], {
    ...{ id: row.subject, stored, wantedBy: row.asked_by_name },
    before: (tx) => approve(deciding, tx, name, keys),
  })
  return name
}

/** Nothing new comes into the shop of who is out of it. Throws CHANGE_OF_SUSPENDED. */
async function checkInShop({ db }: Deps, { producer_id }: ChangeRow) {
  const { name, suspended_at } = await db
    .selectFrom('producers')
    .select(['name', 'suspended_at'])
    .where('id', '=', producer_id)
    .executeTakeFirstOrThrow()
  if (suspended_at !== null) throw changeOfSuspended({ name })
}

/** Photos that are wanted and that the product does not have yet. `keys`: all that are wanted and there, in their order. */
async function findWantedPhotos({ db }: Deps, row: ChangeRow, has: readonly string[]) {
  const wanted = (wantedPiece(row).pictures ?? []).map(({ key }) => key)
  const photos = await findPhotos(db, { producerId: row.producer_id, changeId: row.id, keys: wanted })
  const stored = wanted.flatMap((key) => (has.includes(key) ? [] : (photos.find((photo) => photo.key === key) ?? [])))
  const keys = wanted.filter((key) => has.includes(key) || stored.some((photo) => photo.key === key))
  return { stored, keys }
}

/** The photos are the product's now. */
async function approve(deciding: Deciding, tx: Tx, name: string, keys: readonly string[]) {
  await decide(deciding, tx, name, { to: 'approved' })
  await handPhotosOver(tx, keys)
  await letGoOfPhotos(tx, deciding.row.id)
}

async function approvePiece(deciding: Deciding) {
  const { deps, who, row, decision } = deciding
  const product = await findProductOf(deps, row)
  const version = decision.version ?? row.version ?? 0
  if (product.version !== version) return refuseAsOvertaken(deciding)
  const { name, category, description, facts, makerPrice, pictures } = wantedPiece(row)
  checkMakerPrice(who, makerPrice, product.offer_price_paise, product.costs_paise)
  const { stored, keys } = await findWantedPhotos(
    deps,
    row,
    parsePictures(product.images).map(({ key }) => key),
  )
  const change = {
    ...{ version, name, description, makerPrice },
    category: category === undefined ? undefined : categorySlug(category),
    facts: facts && { ...statesNothing(product), ...facts },
    images: pictures && keys.length > 0 ? keys : undefined,
  }
  const shownName = name ?? product.name
  await editProduct({ deps, who }, row.subject, change, [], {
    ...{ stored, wantedBy: row.asked_by_name },
    before: (tx) => approve(deciding, tx, shownName, keys),
  }).catch((error: unknown) => asOvertaken(deciding, error))
  return shownName
}

/** What is stated now is taken away, but for what a maker wants stated. */
const statesNothing = ({ facts }: ProductRow) => {
  const stated = parseFacts(facts)
  return Object.fromEntries(factNames.flatMap((name) => (stated[name] === undefined ? [] : [[name, null]])))
}

/** A change of a product that is gone, or another producer's now, ends. Throws PRODUCT_NOT_FOUND. */
async function findProductOf(deps: Deps, row: ChangeRow) {
  const product = await deps.db
    .selectFrom('products')
    .selectAll()
    .where('id', '=', row.subject)
    .where('producer_id', '=', row.producer_id)
    .executeTakeFirst()
  if (product) return product
  await transact(deps, async (tx) => {
    const locked = await lockChange(tx, row.id)
    if (locked?.state === 'waiting') await endChange(tx, row.id)
  })
  throw productNotFound()
}

function asOvertaken(deciding: Deciding, error: unknown) {
  if (error instanceof AppError && error.code === productChanged.code) return refuseAsOvertaken(deciding)
  throw error
}

/** Somebody else was quicker: with another edit of the product, or with the same decision. */
async function refuseAsOvertaken({ deps, row, decision }: Deciding): Promise<never> {
  const now = await deps.db.selectFrom('maker_changes').selectAll().where('id', '=', row.id).executeTakeFirst()
  checkWaits(now, decision)
  throw changeOvertaken({ by: await lastChangedBy(deps.db, row) })
}

async function approvePage(deciding: Deciding) {
  const { deps, who, row, decision } = deciding
  const wanted = wantedPage(row)
  let name = ''
  await editProducer(deps, who, row.producer_id, wanted, {
    wantedBy: row.asked_by_name,
    async first(tx, producer) {
      name = wanted.name ?? producer.name
      await decide(deciding, tx, name, { to: 'approved' })
      const now = pageNow(producer)
      const isAsLookedAt =
        decision.version === undefined ? !isPageOvertaken(now, beforeOf(row)) : decision.version === pageVersion(now)
      if (!isAsLookedAt) throw changeOvertaken({ by: await lastChangedBy(tx, row) })
    },
  })
  return name
}
