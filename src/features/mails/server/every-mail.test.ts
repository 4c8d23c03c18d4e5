import { beforeAll, describe, expect, it } from 'vitest'
import { everyMail, type ShownMail } from '../testing/every-mail.ts'

let mails: ShownMail[] = []
beforeAll(async () => {
  mails = await everyMail()
})

/** The words alone, without what separates them. */
const wordsOf = (text: string) => text.replace(/[\s.।]+/g, ' ').trim()
const shown = (html: string) =>
  wordsOf(
    html
      .replace(/^[\s\S]*<body/, '<body')
      .replace(/<[^>]+>/g, ' ')
      .replaceAll('&#39;', "'"),
  )

const withoutButton = [
  ...['address changed'],
  ...['producer address changed'],
  ...['payout failed', 'payout account missing', 'payout account changed'],
  ...['parcel to send with papers', 'parcel not to send', 'removed from team'],
]

describe('every mail', () => {
  it('has one button where there is something to do, and its address in the text too', () => {
    expect(mails.length).toBeGreaterThan(20)
    for (const { kind, html, text } of mails) {
      const buttons = [...html.matchAll(/<a class="b" href="([^"]+)"[^>]*>([^<]+)</g)]
      expect(buttons, kind).toHaveLength(withoutButton.includes(kind.replace(', hi', '')) ? 0 : 1)
      for (const [, to, label] of buttons) expect(text, kind).toContain(`${label}: ${to}`)
    }
  })

  it('says the same as text, in short lines, and as HTML', () => {
    for (const { kind, html, text } of mails) {
      // The mark comes first in the HTML, and addresses stand behind links.
      expect(`Haat हाट ${wordsOf(text.replace(/: http\S+/g, ''))}`, kind).toBe(shown(html))
      for (const line of text.split('\n')) expect(line, kind).toMatch(/^.{0,76}$|: http\S+$/)
    }
  })

  it('asks for nothing but pictures of the shop, and is small enough to be shown whole', () => {
    for (const { kind, html } of mails) {
      expect(html, kind).not.toMatch(/<script|<link|<form|@import|url\(|\[object/)
      // Letters of a random token in an address may read so.
      expect(html, kind).not.toMatch(/(?<![\w-])(undefined|NaN)(?![\w-])/)
      for (const [, source] of html.matchAll(/src="([^"]*)"/g))
        expect(source).toMatch(/^http:\/\/haat\.example\/media\//)
      const pictures = kind.startsWith('order ') ? 2 : kind === 'parcel Shipped' ? 1 : 0
      expect(html.match(/<img /g)?.length ?? 0, kind).toBe(pictures)
      expect(Buffer.byteLength(html), kind).toBeLessThan(10_000)
    }
  })

  it('tells why it came and whom to ask', () => {
    for (const { kind, text } of mails)
      expect(text, kind).toMatch(
        kind.endsWith(', hi')
          ? /\n\nयह मेल इसलिए आया है क्योंकि [^।]+।\n\nकुछ पूछना है\? यहाँ लिखिए: support@haat\.example।/
          : /\n\nYou get this mail because [^.]+\.\n\nQuestions\? Write to support@haat\.example\./,
      )
  })

  it('to a maker or an applicant is in their language, in all its parts', () => {
    const inHindi = mails.filter(({ kind }) => kind.endsWith(', hi'))
    expect(inHindi.length).toBeGreaterThan(3)
    for (const { kind, subject, text, html } of inHindi) {
      expect(html, kind).toContain('<html lang="hi-IN">')
      for (const part of [subject, text, shown(html)])
        expect(part.replace(NAMES, '').match(/[A-Za-z]+/g) ?? [], kind).toEqual([])
    }
    const english = mails.filter(({ kind }) => !kind.endsWith(', hi'))
    for (const { kind, html } of english) expect(html, kind).toContain('<html lang="en-IN">')
  })
})

/** What is no English in a Hindi mail: the shop's name, addresses, and what people, goods and references are called. */
const NAMES =
  /Haat|(?:support@haat|savita@example)[. ](?:example|com)|http:\S+|UPI|IFSC|PDF|CSV|PIN|SBI|NEFT N\d+|H1042-1|Bengaluru|Dip-Glazed Stoneware Vase/g
