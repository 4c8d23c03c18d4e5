import { describe, expect, it } from 'vitest'
import { fromRupees, paise } from '#shared/money.ts'
import { dyeOf, isColourAxis } from './families.colours.ts'
import { axesOf, choicesOf, familyText, lowestPrice } from './families.rules.ts'
import { cardFamily } from './family-card.ts'

const member = (_id: string, axes: Record<string, string>, rupees = 640, inStock = true) => ({
  ...{ _id, axes, offerPrice: fromRupees(rupees), inStock },
})
const throws = [
  member('a', { Size: 'Cot', Colour: 'Indigo' }, 940),
  member('b', { Size: 'Single', Colour: 'Indigo' }, 1890),
  member('c', { Size: 'Single', Colour: 'Rust' }, 1890, false),
  member('d', { Size: 'Double', Colour: 'Rust' }, 2900),
]
const family = { name: 'Throw', axes: { Size: 'Cot', Colour: 'Indigo' }, siblings: throws }

describe('the choices of a family', () => {
  it('have the values of each axis in the order in which products brought them', () => {
    expect(axesOf(family)).toEqual([
      { name: 'Size', values: ['Cot', 'Single', 'Double'] },
      { name: 'Colour', values: ['Indigo', 'Rust'] },
    ])
  })

  it('lead to the same in another value, or say in what else that one differs', () => {
    const [size, colour] = choicesOf(family)
    expect(
      size?.choices.map(({ value, member: { _id }, otherwise, isChosen }) => [value, _id, otherwise, isChosen]),
    ).toEqual([
      ['Cot', 'a', undefined, true],
      ['Single', 'b', undefined, false],
      ['Double', 'd', 'Rust', false],
    ])
    // No cot throw is rust: the first rust one that is in stock stands for it.
    expect(colour?.choices.map(({ value, member: { _id }, otherwise }) => [value, _id, otherwise])).toEqual([
      ['Indigo', 'a', undefined],
      ['Rust', 'd', 'Double'],
    ])
  })

  it('stand for a product that lacks an axis, too', () => {
    const some = [member('a', { Size: 'S' }), member('b', { Size: 'M', Colour: 'Rust' })]
    expect(choicesOf({ name: 'Mat', axes: { Size: 'S' }, siblings: some })).toMatchObject([
      {
        name: 'Size',
        choices: [
          { value: 'S', isChosen: true },
          { value: 'M', member: { _id: 'b' } },
        ],
      },
      { name: 'Colour', choices: [{ value: 'Rust', isChosen: false, member: { _id: 'b' } }] },
    ])
  })
})

describe('the card of a family', () => {
  it('says what it costs at least, what there is of it, and shows its colours', () => {
    expect(cardFamily(family)).toEqual({
      ...{ from: paise(94000), kinds: '2 colours, 3 sizes', choose: 'colour and size' },
      dots: ['bg-dye-indigo', 'bg-dye-rust'],
    })
  })

  it('names no lowest price where all cost the same, and no axis with one value', () => {
    const same = [member('a', { Finish: 'Matt', Colour: 'Red' }), member('b', { Finish: 'Gloss', Colour: 'Red' })]
    expect(cardFamily({ siblings: same })).toMatchObject({ from: 0, kinds: '2 finishes', choose: 'finish' })
  })

  it('is that of a product where the family has no other', () => {
    expect(cardFamily({ siblings: throws.slice(0, 1) })).toBeUndefined()
  })

  it('takes its price from what is in stock', () => {
    expect(lowestPrice([member('a', {}, 100, false), member('b', {}, 200)])).toBe(20000)
    expect(lowestPrice([member('a', {}, 100, false), member('b', {}, 200, false)])).toBe(10000)
  })
})

it.each([
  ['Indigo blue', 'bg-dye-indigo'],
  ['deep RED', 'bg-dye-madder'],
  ['constructor', undefined],
  ['नीला', undefined],
])('the dot of %s', (colour, dye) => expect(dyeOf(colour)).toBe(dye))

it('knows a colour by the name of its axis, and writes a family as one line', () => {
  expect(['Colour', ' color ', 'Size'].map(isColourAxis)).toEqual([true, true, false])
  expect(familyText(family)).toBe('Throw, Size: Cot, Colour: Indigo')
  expect(familyText(null)).toBe('')
})
