import { describe, expect, it } from 'vitest'
import { comparedText, compareLines } from './changes.lines.ts'

const marked = (lines: ReturnType<typeof compareLines>['now']) =>
  lines.map((line) =>
    line.map(({ text, is }) => ({ same: text, gone: `[-${text}]`, added: `[+${text}]` })[is]).join(''),
  )

describe('two texts', () => {
  it.each([
    [['Silk'], ['Silk'], ['Silk'], ['Silk'], 'the same'],
    [['Silk'], ['Silk', 'Wash cold'], ['Silk'], ['Silk', '[+Wash cold]'], 'one line added'],
    [['Silk', 'Old'], ['Silk'], ['Silk', '[-Old]'], ['Silk'], 'one line gone'],
    [
      ['Silk', 'Indigo from the vat, three dips', '180 cm'],
      ['Silk', 'Indigo from the vat, seven dips', '180 cm', 'First wash in cold water'],
      ['Silk', 'Indigo from the vat, [-three ]dips', '180 cm'],
      ['Silk', 'Indigo from the vat, [+seven ]dips', '180 cm', '[+First wash in cold water]'],
      'one line changed, one added',
    ],
    [['Three dips'], ['नीला'], ['[-Three dips]'], ['[+नीला]'], 'one line added, one gone'],
    [[], ['One', 'Two'], [], ['[+One]', '[+Two]'], '2 lines added'],
  ])('%j and %j', (now, wanted, left, right, text) => {
    const compared = compareLines(now, wanted)
    expect([marked(compared.now), marked(compared.wanted), comparedText(compared)]).toEqual([left, right, text])
  })

  it('of which both are long are compared in time', () => {
    const story = Array.from({ length: 2500 }, (_, at) => `w${at}`).join(' ')
    const started = performance.now()
    compareLines([story], [`${story} more`])
    expect(performance.now() - started).toBeLessThan(500)
  })
})
