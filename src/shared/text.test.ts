import { describe, expect, it } from 'vitest'
import { Email, personText, visibleLine } from './text.ts'

describe('a name', () => {
  it.each([
    ['Ananya Rao', 'Ananya Rao'],
    ['  Ananya\r\nRao\t', 'Ananya Rao'],
    ['\u202eoaR aynanA\u202c', 'oaR aynanA'],
    ['An\u200banya\u2066\u00ad Rao\ufeff', 'Ananya Rao'],
    ['Jose\u0301', 'José'],
    // Joiners that decide how a word of an Indian script is written; the last as old keyboards for Malayalam write it.
    ['क्\u200dष', 'क्\u200dष'],
    ['শ্রী\u200cমতী', 'শ্রী\u200cমতী'],
    ['അനില്\u200d', 'അനില്\u200d'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['क्\u200d\u200d\u200dष', 'क्\u200dष'],
    ['A\u200d', 'A'],
    ['\u200dA', 'A'],
  ])('%j is kept as %j', (typed, kept) => {
    expect(personText({ code: 'NAME' }, 200).parse(typed)).toBe(kept)
    expect(visibleLine(visibleLine(typed))).toBe(visibleLine(typed))
  })

  it.each([['\u200b\u200d'], ['\u202e'], [' \u2028 '], ['\u3164'], ['\u2800\u2800']])('%j is none', (typed) => {
    expect(personText({ code: 'NAME' }, 200).safeParse(typed).error?.issues[0]?.message).toBe(
      'TEXT_MISSING {"of":{"code":"NAME"}}',
    )
  })
})

describe('an e-mail address', () => {
  it('is one in NFC, however it was typed', () => {
    expect(Email.parse(' Jose\u0301@Example.com ')).toBe('josé@example.com')
  })

  it.each([
    ['a\u200bb@example.com'],
    ['a\u202eb@example.com'],
    ['ab@exa\u00admple.com'],
    ['ab@example.com\u2060'],
    ['a\u0000b@example.com'],
    ['a\u180eb@example.com'],
    ['a\ufe0fb@example.com'],
    ['a\u2800b@example.com'],
    ['a\u{e0041}b@example.com'],
  ])('%j is refused', (typed) => {
    expect(Email.safeParse(typed).success).toBe(false)
  })
})
