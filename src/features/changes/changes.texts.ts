import { findCategory } from '#features/catalog/catalog.categories.ts'
import type { FactValues } from '#features/catalog/facts/facts.contract.ts'
import { factNames, fieldOf } from '#features/catalog/facts/facts.fields.ts'
import { factText } from '#features/catalog/facts/facts.texts.ts'
import type { Change, Piece } from './changes.contract.ts'

/** "Width: 55 cm", one for each that is stated. */
export const factLines = (facts: FactValues) =>
  factNames.flatMap((name) => {
    const value = facts[name]
    return value === undefined ? [] : [`${fieldOf(name).label}: ${factText(name, value)}`]
  })

export const categoryText = (slug: string) => findCategory(slug)?.text ?? slug

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const keysOf = ({ pictures }: Pick<Piece, 'pictures'>) => pictures.map(({ key }) => key)

/** What a change wants different, as the queue names it: "Price, photos, text". */
export function differencesOf(change: Change): string[] {
  if (change.kind === 'new piece') return ['New piece']
  if (change.kind === 'page') {
    const { now, wanted } = change
    return [
      ...(now.name === wanted.name ? [] : ['Name']),
      ...(now.location === wanted.location ? [] : ['Place']),
      ...(now.story === wanted.story ? [] : ['Story']),
      ...(isSame(now.specialties, wanted.specialties) ? [] : ['Specialties']),
      ...(now.coverImageUrl === wanted.coverImageUrl ? [] : ['Cover']),
      ...(now.profileImageUrl === wanted.profileImageUrl ? [] : ['Face']),
    ]
  }
  const { now, wanted } = change
  return [
    ...(now.makerPrice === wanted.makerPrice ? [] : ['Price']),
    ...(isSame(keysOf(now), keysOf(wanted)) ? [] : ['Photos']),
    ...(now.name === wanted.name ? [] : ['Name']),
    ...(now.category === wanted.category ? [] : ['Category']),
    ...(isSame(now.description, wanted.description) ? [] : ['Text']),
    ...(isSame(factLines(now.facts), factLines(wanted.facts)) ? [] : ['Facts']),
  ]
}

const partsOf = {
  piece: ['Price', 'Photos', 'Name', 'Category', 'Text', 'Facts'],
  page: ['Name', 'Place', 'Story', 'Specialties', 'Cover', 'Face'],
}

/** What stays as it is, in one line. */
export function sameOf(change: Change) {
  if (change.kind === 'new piece') return []
  const different = differencesOf(change)
  return partsOf[change.kind].filter((part) => !different.includes(part))
}
