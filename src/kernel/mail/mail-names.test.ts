import { describe, expect, it } from 'vitest'
import { greetedName, greetingHi, withoutLinks } from './mail-names.ts'

describe('whom a mail greets', () => {
  it.each([
    ['Ananya', 'Ananya'],
    ['K.Murugan', 'K. Murugan'],
    ['A. R. Rahman', 'A. R. Rahman'],
    ['S.P.Rao', 'S. P. Rao'],
    ["D'Souza", "D'Souza"],
    ['Jean-Luc', 'Jean-Luc'],
    ['अनन्या', 'अनन्या'],
  ])('%s', (typed, greeted) => {
    expect(greetedName(typed)).toBe(greeted)
  })

  it.each([
    ['Buy at http://evil.example'],
    ['Buy at evil.example'],
    ['www.EVIL.EXAMPLE'],
    ['evil.example/path'],
    ['write to a@evil.example'],
    ['हिन्दी.com'],
    ['You have won. '.repeat(5)],
  ])('nobody by name: %s', (typed) => {
    expect(greetedName(typed)).toBeUndefined()
  })
})

it.each([
  ['सविता देवी', 'नमस्ते सविता जी,'],
  ['सविता', 'नमस्ते सविता जी,'],
  ['Bina Handloom Collective', 'नमस्ते Bina Handloom Collective,'],
  ['Buy at evil.example', 'नमस्ते,'],
])('%s is greeted in Hindi by %s', (typed, greeting) => {
  expect(greetingHi(typed)).toBe(greeting)
})

describe('a line that somebody typed', () => {
  it.each([
    ['Flat 4/2B, No. 12.5', 'Flat 4/2B, No. 12.5'],
    ['see https://evil.example/x now', 'see https evil. example/x now'],
    ['evil。example', 'evil. example'],
    ['a@evil.example', 'a at evil. example'],
    ["St.Mary's Road", "St. Mary's Road"],
    // Letters of Indian scripts end in vowel signs, and domains may be written in them.
    ['हिन्दी.com', 'हिन्दी. com'],
    ['देखें हिन्दी.भारत', 'देखें हिन्दी. भारत'],
    ['12\u202e nalaM \u202cRoad', '12 nalaM Road'],
  ])('holds no link: %s', (typed, shown) => {
    expect(withoutLinks(typed)).toBe(shown)
  })
})
