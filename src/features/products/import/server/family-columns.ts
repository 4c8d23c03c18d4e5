import type { StatedFamily } from '#features/catalog/families/families.contract.ts'
import { type FamilyColumns, type FamilyPlaces, noFamily } from '#features/catalog/families/server/family-places.ts'
import { parseFamily } from '#features/catalog/families/server/siblings.ts'
import { badInput } from '#shared/app-error.ts'
import { foldText } from '#shared/text.ts'
import { message } from '../../products.messages.ts'
import type { Column } from './import-columns.ts'

/** An axis and its value have a column each, so that no sign in them needs another meaning. */
const axisColumns = [
  ['axis1', 'value1'],
  ['axis2', 'value2'],
] as const
export const familyColumns: readonly Column[] = ['family', ...axisColumns.flat()]

/** May this file move products from one family to another? */
export const movesFamilies = (columns: readonly Column[]) =>
  (['family', 'category', 'producer'] as const).some((column) => columns.includes(column))

/** The family that a line states, not checked yet. Without columns of axes a product keeps what it has. Throws BAD_INPUT. */
export function statedFamily(cell: ReadonlyMap<Column, string>, stored: string | null): { family?: unknown } {
  const axes = axisColumns.flatMap(([axis, value]) => {
    const [name, said] = [cell.get(axis) ?? '', cell.get(value) ?? '']
    return name === '' && said === '' ? [] : [[name, said]]
  })
  const name = cell.get('family')
  if (name === undefined) {
    if (axes.length > 0) throw badInput({ axis1: message('ROW_AXES_WITHOUT_FAMILY') })
    return {}
  }
  if (name === '') return { family: null }
  const before = parseFamily(stored)
  const isSame = before !== null && foldText(before.name) === foldText(name)
  if (isSame && !axisColumns.flat().some((column) => cell.has(column))) return { family: before }
  return { family: { name, axes: Object.fromEntries(axes) } }
}

/** A family as the cells of its columns. */
export function familyCells(family: StatedFamily | undefined) {
  const [[axis1, value1] = ['', ''], [axis2, value2] = ['', '']] = Object.entries(family?.axes ?? {})
  return [family?.name ?? '', axis1, value1, axis2, value2]
}

interface Line {
  id: string
  name: string | null
  category: string | null
  producer_id: string | null
  family: string | null
}
type Before = { [name in 'name' | 'category']: string } & { producer_id: string | null; family: string | null }

/**
 * Where a line leaves its product among the families, as an edit does (edited-family.ts). `product`: as it is before; undefined: it is new. Throws
 * FAMILY_TAKEN, BAD_INPUT.
 */
export async function placeLine(
  places: FamilyPlaces,
  line: Line,
  product: (Before & Partial<FamilyColumns>) | undefined,
  columns: readonly Column[],
): Promise<FamilyColumns> {
  const stated = parseFamily(product && !columns.includes('family') ? product.family : line.family)
  const category = line.category ?? product?.category
  if (category === undefined || (stated === null && product?.family === null)) return noFamily
  const producer_id = product && !columns.includes('producer') ? product.producer_id : line.producer_id
  return places.put({ id: line.id, name: line.name ?? product?.name ?? '', category, producer_id }, stated)
}
