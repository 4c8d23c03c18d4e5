import type { Db, Tx } from '#kernel/db/database.ts'
import { takeTurns } from '#kernel/db/engine.ts'
import { AppError, badInput } from '#shared/app-error.ts'
import { newId } from '#shared/ids.ts'
import { foldText } from '#shared/text.ts'
import { familyTaken } from '../../catalog.contract.ts'
import { message } from '../../catalog.messages.ts'
import type { StatedFamily } from '../families.contract.ts'
import { axesText, MAX_AXES, MAX_MEMBERS } from '../families.rules.ts'
import { parseFamily } from './siblings.ts'

/** Whoever writes families does so in turns, before the locks of producers and products. */
export const takeFamilyTurn = (tx: Tx) => takeTurns(tx, 'product families')

export interface FamilyColumns {
  /** JSON: StatedFamily. */
  family: string | null
  family_id: string | null
  /** The values of its axes, folded. */
  family_key: string | null
}
export const noFamily = { family: null, family_id: null, family_key: null } satisfies FamilyColumns

/** A product that is to be placed; its category and producer as they will be. */
export interface ToPlace {
  id: string
  name: string
  category: string
  producer_id: string | null
}

interface Member {
  name: string
  family: StatedFamily
  key: string
}
interface Known {
  id: string
  isNew: boolean
  place: { name_key: string; category: string; producer_id: string | null }
  name: string
  axes: string[]
  members: Map<string, Member>
}

const keyOf = (axes: StatedFamily['axes']) =>
  JSON.stringify(
    Object.entries(axes)
      .map(([axis, value]) => [foldText(axis), foldText(value)])
      .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  )

const isSame = (a: string, b: string) => foldText(a) === foldText(b)

/** Axes in the family's order and spelling; those that it does not have yet come last. Throws BAD_INPUT for a third one. */
function axesWith(known: Known, others: readonly Member[], stated: StatedFamily) {
  const used = known.axes.filter((axis) => others.some(({ family }) => axis in family.axes))
  const fresh = Object.keys(stated.axes).filter((axis) => !used.some((one) => isSame(one, axis)))
  const all = [...used, ...fresh]
  if (new Set(all.map(foldText)).size < all.length) throw badInput({ family: message('AXIS_TWICE') })
  if (all.length > MAX_AXES) throw badInput({ family: message('FAMILY_HAS_AXES', { name: known.name, axes: used }) })
  return all
}

/** A value is spelled as others of the family spell it, so that it is one choice. */
function spelled(others: readonly Member[], axis: string, value: string) {
  const values = others.flatMap(({ family }) => family.axes[axis] ?? [])
  return values.find((one) => isSame(one, value)) ?? value
}

/**
 * Finds families by their name within category and producer, and places products in them. `put` only looks, and remembers what it was told, so that
 * a file can be checked with it; `settle` writes the families when the products are written. Both need the turn of `takeFamilyTurn` where they write.
 */
export function familyPlaces(db: Db) {
  const known = new Map<string, Known>()
  /** Products that were put somewhere: they stand no more where the database has them. */
  const moved = new Set<string>()

  async function find(stated: StatedFamily, { category, producer_id }: ToPlace): Promise<Known> {
    const place = { name_key: foldText(stated.name), category, producer_id }
    const at = JSON.stringify(place)
    const found = known.get(at) ?? (await load(stated.name, place))
    known.set(at, found)
    return found
  }

  async function load(name: string, place: Known['place']): Promise<Known> {
    const row = await db
      .selectFrom('product_families')
      .selectAll()
      .where('category', '=', place.category)
      .where('producer_id', 'is not distinct from', place.producer_id)
      .where('name_key', '=', place.name_key)
      .executeTakeFirst()
    if (!row) return { id: newId(), isNew: true, place, name, axes: [], members: new Map() }
    const members = await db
      .selectFrom('products')
      .select(['id', 'name', 'family', 'family_key'])
      .where('family_id', '=', row.id)
      .orderBy('number')
      .execute()
    return {
      ...{ id: row.id, isNew: false, place, name: row.name, axes: JSON.parse(row.axes) },
      members: new Map(
        members.flatMap(({ id, name, family: json, family_key: key }) => {
          const family = parseFamily(json)
          return family && key !== null && !moved.has(id) ? [[id, { name, family, key }]] : []
        }),
      ),
    }
  }

  /** Where a product stands in the family that is stated for it. Throws FAMILY_TAKEN, and BAD_INPUT for a third axis or too many products. */
  async function put(product: ToPlace, stated: StatedFamily | null): Promise<FamilyColumns> {
    if (!stated) {
      take(product.id)
      return noFamily
    }
    const family = await find(stated, product)
    const others = [...family.members].flatMap(([id, member]) => (id === product.id ? [] : [member]))
    if (others.length >= MAX_MEMBERS) throw badInput({ family: message('FAMILY_FULL', { most: MAX_MEMBERS }) })
    const order = axesWith(family, others, stated)
    const axes = Object.fromEntries(
      order.flatMap((axis) => {
        const [, value] = Object.entries(stated.axes).find(([name]) => isSame(name, axis)) ?? []
        return value === undefined ? [] : [[axis, spelled(others, axis, value)]]
      }),
    )
    const key = keyOf(axes)
    const holder = others.find((other) => other.key === key)
    if (holder) throw familyTaken({ name: holder.name, axes: axesText(axes) })
    take(product.id)
    if (others.length === 0) family.name = stated.name
    family.axes = order
    const placed = { name: family.name, axes }
    family.members.set(product.id, { name: product.name, family: placed, key })
    return { family: JSON.stringify(placed), family_id: family.id, family_key: key }
  }

  function take(productId: string) {
    moved.add(productId)
    for (const family of known.values()) family.members.delete(productId)
  }

  /** Writes the families that products joined, and ends those that are left by all. `before`: the families that products had. */
  async function settle(before: readonly (string | null)[]) {
    for (const { id, isNew, place, name } of known.values())
      if (isNew)
        await db
          .insertInto('product_families')
          .values({ id, name, ...place, axes: '[]' })
          .execute()
    const touched = [...before.flatMap((id) => id ?? []), ...[...known.values()].map(({ id }) => id)]
    for (const id of new Set(touched)) await settleOne(id)
    known.clear()
    moved.clear()
  }

  async function settleOne(id: string) {
    const members = await db
      .selectFrom('products')
      .select('family')
      .where('family_id', '=', id)
      .orderBy('number')
      .execute()
    const families = members.flatMap(({ family }) => parseFamily(family) ?? [])
    const [first] = families
    if (!first) return db.deleteFrom('product_families').where('id', '=', id).execute()
    const longest = families.toSorted((a, b) => Object.keys(b.axes).length - Object.keys(a.axes).length)
    const axes = [...new Set(longest.flatMap((family) => Object.keys(family.axes)))]
    return db
      .updateTable('product_families')
      .set({ name: first.name, axes: JSON.stringify(axes) })
      .where('id', '=', id)
      .execute()
  }

  return { put, settle }
}
/** Frees the places that these products leave, so that one statement can write where all of them stand now. */
export async function freePlaces(
  tx: Tx,
  before: readonly OldPlace[],
  after: readonly (FamilyColumns & { id: string })[],
) {
  const now = new Map(after.map((place) => [place.id, place]))
  const left = before.flatMap(({ id, family_id, family_key }) => {
    const place = now.get(id)
    return place && family_id !== null && (place.family_id !== family_id || place.family_key !== family_key) ? [id] : []
  })
  if (left.length === 0) return
  await tx.updateTable('products').set({ family_id: null, family_key: null }).where('id', 'in', left).execute()
}
type OldPlace = { id: string } & Pick<FamilyColumns, 'family_id' | 'family_key'>

/** Families of producers that are gone go on without one, as their products do; one whose place is taken there leaves it. The caller has the turn. */
export async function followProducers(tx: Tx, gone: readonly string[]) {
  const families = tx.selectFrom('product_families').select('id').where('producer_id', 'in', gone)
  const rows = await tx
    .selectFrom('products')
    .selectAll()
    .where('family_id', 'in', families)
    .orderBy('number')
    .execute()
  const places = familyPlaces(tx)
  for (const row of rows) {
    const columns = await places.put(row, parseFamily(row.family)).catch((error: unknown) => {
      if (error instanceof AppError) return noFamily
      throw error
    })
    await tx.updateTable('products').set(columns).where('id', '=', row.id).execute()
  }
  await places.settle(rows.map(({ family_id }) => family_id))
}
export type FamilyPlaces = ReturnType<typeof familyPlaces>
