import type { Paise } from '#shared/money.ts'

export const MAX_FAMILY_NAME = 120
/** By more than two a shopper cannot choose at a glance. */
export const MAX_AXES = 2
export const MAX_AXIS = 30
export const MAX_AXIS_VALUE = 60
/** Twelve colours in five sizes; each answer names them all. */
export const MAX_MEMBERS = 60

type Axes = Readonly<Record<string, string>>

interface Member {
  _id: string
  axes: Axes
  offerPrice: Paise
  inStock: boolean
}

/** A family as a product's answer has it. */
export interface ShownFamily {
  name: string
  axes: Axes
  siblings: readonly Member[]
}

/** The axes of a family in their order, each with its values in the order in which products brought them. */
export function axesOf({ siblings }: Pick<ShownFamily, 'siblings'>) {
  const values = new Map<string, Set<string>>()
  const longestFirst = siblings.toSorted((a, b) => Object.keys(b.axes).length - Object.keys(a.axes).length)
  for (const { axes } of longestFirst) for (const axis of Object.keys(axes)) values.set(axis, new Set())
  for (const { axes } of siblings) for (const [axis, value] of Object.entries(axes)) values.get(axis)?.add(value)
  return [...values].map(([name, found]) => ({ name, values: [...found] }))
}

export interface Choice {
  value: string
  /** The product to which it leads. */
  member: Member
  /** The values besides this one in which that product differs, where there is no other. */
  otherwise?: string
  isChosen: boolean
}

/**
 * The values of each axis, and where each leads from the product `chosen`: to the one that has it and else is the same, or, if there is none, to
 * the first in stock that has it.
 */
export function choicesOf(family: ShownFamily): { name: string; choices: Choice[] }[] {
  const { axes: chosen, siblings } = family
  return axesOf(family).map(({ name, values }) => ({
    name,
    choices: values.flatMap((value) => {
      const having = siblings.filter(({ axes }) => axes[name] === value)
      const otherwiseIn = ({ axes }: Member) =>
        Object.entries(axes).flatMap(([axis, other]) => (axis === name || chosen[axis] === other ? [] : [other]))
      const same = having.find((member) => otherwiseIn(member).length === 0)
      const member = same ?? having.find(({ inStock }) => inStock) ?? having[0]
      if (!member) return []
      const otherwise = otherwiseIn(member).join(', ')
      return { value, member, isChosen: chosen[name] === value, ...(otherwise ? { otherwise } : {}) }
    }),
  }))
}

/** What a family costs at least: of what is in stock, else of all. Undefined: it has nothing on sale. */
export function lowestPrice(siblings: readonly Pick<Member, 'offerPrice' | 'inStock'>[]) {
  const inStock = siblings.filter((one) => one.inStock)
  const prices = (inStock.length > 0 ? inStock : siblings).map(({ offerPrice }) => offerPrice)
  return prices.toSorted((a, b) => a - b)[0]
}

/** "Size: Single, Colour: Indigo" */
export const axesText = (axes: Axes) =>
  Object.entries(axes)
    .map(([axis, value]) => `${axis}: ${value}`)
    .join(', ')

/** "Cotton Throw, Size: Single, Colour: Indigo"; empty for none. */
export const familyText = (family: { name: string; axes: Axes } | null | undefined) =>
  family ? [family.name, axesText(family.axes)].filter(Boolean).join(', ') : ''

/** The product whose address search engines are told for all of the family. */
export const canonicalMember = ({ siblings }: Pick<ShownFamily, 'siblings'>) => siblings[0]?._id
