import { NO_MONEY, type Paise } from '#shared/money.ts'
import { dyeOf, isColourAxis } from './families.colours.ts'
import { axesOf, lowestPrice, type ShownFamily } from './families.rules.ts'

/** What a card shows of a family. */
export interface CardFamily {
  /** The lowest price; 0: all cost the same. */
  from: Paise
  /** "4 colours, 3 sizes" */
  kinds: string
  /** "size and colour": what is to be chosen. */
  choose: string
  /** Classes of colour dots. */
  dots: string[]
}

const MOST_DOTS = 6

function plural(axis: string) {
  if (/[^aeiou]y$/.test(axis)) return `${axis.slice(0, -1)}ies`
  return /(s|x|z|ch|sh)$/.test(axis) ? `${axis}es` : `${axis}s`
}

/** Undefined where there is nothing to choose. */
export function cardFamily({ siblings }: Pick<ShownFamily, 'siblings'>): CardFamily | undefined {
  if (siblings.length < 2) return undefined
  const axes = axesOf({ siblings })
    .map(({ name, values }) => ({ name: name.toLowerCase(), values, isColour: isColourAxis(name) }))
    .filter(({ values }) => values.length > 1)
    .toSorted((a, b) => Number(b.isColour) - Number(a.isColour))
  const colours = axes.find(({ isColour }) => isColour)?.values ?? []
  const isSame = new Set(siblings.map(({ offerPrice }) => offerPrice)).size === 1
  return {
    from: isSame ? NO_MONEY : (lowestPrice(siblings) ?? NO_MONEY),
    kinds: axes.map(({ name, values }) => `${values.length} ${plural(name)}`).join(', '),
    choose: axes.map(({ name }) => name).join(' and '),
    dots: [...new Set(colours.flatMap((colour) => dyeOf(colour) ?? []))].slice(0, MOST_DOTS),
  }
}
