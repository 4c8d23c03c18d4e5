import { MAX_AXES } from '#features/catalog/families/families.rules.ts'

/** A family as the seller types it: name, then each axis with its value. In a form it is one text, which others can compare. */
type Cells = [name: string, axis1: string, value1: string, axis2: string, value2: string]

const nothing: Cells = ['', '', '', '', '']

export function readTypedFamily(text: string): Cells {
  return text === '' ? nothing : JSON.parse(text)
}

/** Empty when nothing is typed. */
export const writeTypedFamily = (cells: Cells) => (cells.every((cell) => cell === '') ? '' : JSON.stringify(cells))

interface Family {
  name: string
  axes: Readonly<Record<string, string>>
}

export function typedFamily(family: Family | undefined) {
  if (!family) return ''
  const [[axis1, value1] = ['', ''], [axis2, value2] = ['', '']] = Object.entries(family.axes)
  return writeTypedFamily([family.name, axis1, value1, axis2, value2])
}

/** "Cotton Throw, Size: Single, Colour: Indigo" */
export function typedFamilyText(text: string) {
  const [name, axis1, value1, axis2, value2] = readTypedFamily(text)
  const axes = [
    [axis1, value1],
    [axis2, value2],
  ].flatMap(([axis, value]) => (axis ? [`${axis}: ${value}`] : []))
  return [name, ...axes].join(', ')
}

/** What is sent; null takes the product out of its family. */
export function toFamily(text: string): Family | null {
  const [name, axis1, value1, axis2, value2] = readTypedFamily(text).map((cell) => cell.trim())
  if (!name) return null
  const axes = [
    [axis1, value1],
    [axis2, value2],
  ].flatMap(([axis = '', value = '']) => (axis || value ? [[axis, value] as const] : []))
  return { name, axes: Object.fromEntries(axes.slice(0, MAX_AXES)) }
}

export function typedFamilyProblem(text: string) {
  const [name, axis1, value1, axis2, value2] = readTypedFamily(text).map((cell) => cell.trim())
  const axes = [axis1, value1, axis2, value2].filter(Boolean)
  if (!name) return axes.length > 0 ? 'Enter the name of the family too, or leave all of this empty' : undefined
  if (!axis1 || !value1)
    return 'Say in what the products of the family differ, such as Size, and which value this one has'
  if (Boolean(axis2) !== Boolean(value2)) return 'Enter both the second axis and its value, or neither'
  return axis2 && axis1.toLowerCase() === axis2.toLowerCase() ? 'Two axes of the family have the same name' : undefined
}
