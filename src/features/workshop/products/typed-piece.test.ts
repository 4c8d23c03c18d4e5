import { describe, expect, it } from 'vitest'
import { pieceOf, problemsIn, readTyped, stockOf } from './typed-piece.ts'
import { piecesEn } from './web/pieces.words.en.ts'

const filled = {
  ...{ name: 'Bowl', category: 'Pottery-Ceramics', makerPrice: '₹1,250.50', stock: '६', about: 'Blue\nFor tea' },
  facts: {
    ...{ material: ['stoneware', 'clay'], technique: ['wheel-thrown'], height: ['६.5'], colour: ['blue'] },
    ...{ care: ['hand-wash'], handmade: ['by-hand'], place: [' Khurja '] },
  },
}

describe('a typed piece', () => {
  it('is sent with numbers of any script and codes as the shop stores them', () => {
    expect(problemsIn(filled, piecesEn.missing)).toEqual({})
    expect(stockOf(filled)).toBe(6)
    expect(pieceOf(filled)).toEqual({
      ...{ name: 'Bowl', category: 'Pottery-Ceramics', makerPrice: 1250.5, description: 'Blue\nFor tea' },
      facts: {
        ...{ material: [{ what: 'stoneware' }, { what: 'clay' }], technique: ['wheel-thrown'], height: 6.5 },
        ...{ colour: ['blue'], care: ['hand-wash'], handmade: 'by-hand', place: 'Khurja' },
      },
    })
  })

  it('does not send what is as before, so that materials keep their shares', () => {
    const before = {
      material: [
        { what: 'clay', percent: 40 },
        { what: 'stoneware', percent: 60 },
      ],
      height: 5,
    }
    const { facts } = pieceOf(filled, before)
    expect(facts).not.toHaveProperty('material')
    expect(facts).toMatchObject({ height: 6.5 })
  })

  it('lacks what its category asks for, and nothing else', () => {
    const { name, text, number, choice, price } = piecesEn.missing
    const empty = { ...filled, name: ' ', makerPrice: 'much', stock: '', facts: { material: ['clay'] } }
    expect(problemsIn(empty, piecesEn.missing)).toEqual({
      ...{ name, makerPrice: price, 'facts.technique': choice, 'facts.height': number, 'facts.colour': choice },
      ...{ 'facts.care': choice, 'facts.handmade': choice, 'facts.place': text },
    })
    expect(problemsIn({ ...empty, category: 'Gadgets', stock: '2.5' }, piecesEn.missing)).toMatchObject({
      category: piecesEn.missing.category,
      stock: number,
    })
  })

  it('is read from a form, without fields that nobody filled', () => {
    const form = new FormData()
    for (const [field, value] of [
      ['name', 'Bowl'],
      ['facts.colour', 'blue'],
      ['facts.colour', 'red'],
      ['facts.place', ''],
    ] as const)
      form.append(field, value)
    expect(readTyped(form)).toMatchObject({ name: 'Bowl', stock: '', facts: { colour: ['blue', 'red'] } })
    expect(readTyped(form).facts).not.toHaveProperty('place')
  })
})
