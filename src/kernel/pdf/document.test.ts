import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { createPdf, type Pdf } from './document.ts'
import { openFonts, type Run } from './fonts.ts'

const about = { title: 'A title', author: 'Haat', language: 'en-IN', createdAt: new Date('2026-11-21T10:00:00Z') }
const look = { size: 10, x: 50, y: 50, colour: '#000000' }

async function written(...texts: string[]) {
  const pdf = await createPdf(about)
  const page = pdf.addPage()
  texts.forEach((text, index) => {
    page.text(text, { ...look, y: 50 + 20 * index })
  })
  return Buffer.concat(pdf.finish())
}

const read = async (pdf: Buffer) => (await extractText(await getDocumentProxy(new Uint8Array(pdf)))).text

/** The first stream that writes text, as operators. */
function operatorsOf(pdf: Buffer) {
  const streams = pdf.toString('latin1').matchAll(/FlateDecode \/Length (\d+)>>\nstream\n/g)
  for (const match of streams) {
    const from = match.index + match[0].length
    const content = inflateSync(pdf.subarray(from, from + Number(match[1]))).toString('latin1')
    if (content.startsWith('BT')) return content
  }
  throw new Error('there is no text in this PDF')
}

describe('a PDF', () => {
  it('has a title, a language, an author, a day, and as many pages as were added', async () => {
    const pdf = await createPdf({ ...about, title: 'Invoice (1) \\ अनन्या' })
    pdf.addPage().text('one', look)
    pdf.addPage().text('two', look)
    const file = Buffer.concat(pdf.finish())
    expect(file.subarray(0, 9).toString('latin1')).toBe('%PDF-1.7\n')
    expect(file.subarray(-6).toString('latin1')).toBe('%%EOF\n')
    const document = await getDocumentProxy(new Uint8Array(file))
    expect((await getMeta(document)).info).toMatchObject({
      Title: 'Invoice (1) \\ अनन्या',
      Author: 'Haat',
      Language: 'en-IN',
      CreationDate: 'D:20261121100000Z',
    })
    expect((await extractText(document)).text).toEqual(['one', 'two'])
    const page = await document.getPage(1)
    expect(page.view).toEqual([0, 0, 595.28, 841.89])
  })

  it('gives back the text that was written, whatever signs are in it', async () => {
    const texts = ['₹1,24,999.00 − Tax (2%)', 'Zoë Šimánek, office', '(a) <b> [c] \\d /e %f', 'अनन्या राव']
    expect(await read(await written(...texts))).toEqual([texts.join('\n')])
  })

  it('takes line breaks and tabs for spaces', async () => {
    expect(await read(await written(' Flat 4B\r\n\tKaveri \u0007'))).toEqual(['Flat 4B Kaveri'])
  })
})

/** As it is read. */
const textOf = ({ clusters, isRightToLeft }: Run) =>
  (isRightToLeft ? clusters.toReversed() : clusters).map(({ text }) => text).join('')

describe('scripts', () => {
  it.each([
    ['Devanagari', 'श्रीकृष्ण त्र्यंबकेश्वर फ़ैज़ मूर्ति'],
    ['Bengali', 'চট্টোপাধ্যায় রবীন্দ্রনাথ গুৱাহাটী'],
    ['Gujarati', 'શ્રીકૃષ્ણ સૌરાષ્ટ્ર'],
    ['Gurmukhi', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'],
    ['Odia', 'ଶ୍ରୀକୃଷ୍ଣ ଭୁବନେଶ୍ୱର'],
    ['Tamil', 'ஸ்ரீகிருஷ்ணன் கோயம்புத்தூர்'],
    ['Telugu', 'శ్రీకృష్ణ ఆంధ్రప్రదేశ్'],
    ['Kannada', 'ಲಕ್ಷ್ಮಿ ಬೆಂಗಳೂರು'],
    ['Malayalam', 'ലക്ഷ്മി ശ്രീകൃഷ്ണൻ കോഴിക്കോട്'],
    ['Arabic', 'محمد عبداللہ حیدرآباد'],
  ])('%s has letters of its own, also in bold text, and its text beside them', async (_, text) => {
    const { shape } = await openFonts()
    for (const weight of ['regular', 'semibold'] as const) {
      const [run, ...more] = shape(text, weight)
      expect(more).toEqual([])
      expect(run?.clusters.flatMap(({ glyphs }) => glyphs).filter(({ id }) => id === 0)).toEqual([])
      expect(run && textOf(run)).toBe(text.normalize('NFC'))
    }
  })

  it('joins letters as their script does', async () => {
    const { shape } = await openFonts()
    // Five letters and signs that are written as one syllable.
    const [run] = shape('क्ष्मि', 'regular')
    expect(run?.clusters.flatMap(({ glyphs }) => glyphs).length).toBeLessThan(5)
    const [joined, apart] = [shape('بب', 'regular')[0], shape('ب', 'regular')[0]]
    expect(joined?.width).not.toBe((apart?.width ?? 0) * 2)
  })

  it('that no font has show as a box, and the text is still there to be found', async () => {
    const { shape } = await openFonts()
    const [box] = shape('漢', 'regular')[0]?.clusters ?? []
    expect(box?.glyphs).toMatchObject([{ id: 0 }])
    expect(box?.glyphs[0]?.advance).toBeGreaterThan(0)
    expect(operatorsOf(await written('漢'))).toContain('/ActualText <feff6f22>')
  })

  /** What is seen, from left to right. */
  const seen = async (text: string) => {
    const { shape } = await openFonts()
    return shape(text, 'regular').flatMap(({ clusters }) => clusters.map((cluster) => cluster.text))
  }
  const turned = (text: string) => [...text].reverse().join('')

  it.each([
    ['one line keeps its order, with the spaces between them', 'राव 4B', 'राव 4B'],
    ['digits of a text from right to left stand as they are read', '۵۰۰۰۰۱', '۵۰۰۰۰۱'],
    ['Arabic digits too', '٥٠٠٠٠١', '٥٠٠٠٠١'],
    ['a number follows an Urdu word on its left', 'حیدرآباد ۵۰۰۰۰۱', `۵۰۰۰۰۱ ${turned('حیدرآباد')}`],
    ['European digits do, too', 'حیدرآباد 500001', `500001 ${turned('حیدرآباد')}`],
    ['Urdu within Latin is turned round by itself', 'Flat 4B, حیدرآباد 12', `Flat 4B, 12 ${turned('حیدرآباد')}`],
    ['Latin within Urdu is not, nor is the number after it', 'گلی Church Street ۷', `Church Street ۷ ${turned('گلی')}`],
    ['brackets face the other way', 'محمد (علی)', `(${turned('علی')}) ${turned('محمد')}`],
  ])('%s', async (_, text, expected) => {
    // Brackets are mirrored by their glyphs: their text stays.
    const plain = (await seen(text)).join('').replace(/[()]/g, '|')
    expect(plain).toBe(expected.replace(/[()]/g, '|'))
  })

  it('digits between Urdu words are drawn in the order they are read', async () => {
    const glyphsOf = async (text: string) => {
      const { shape } = await openFonts()
      return shape(text, 'regular').flatMap(({ clusters }) =>
        clusters.flatMap(({ glyphs }) => glyphs.map(({ id }) => id)),
      )
    }
    const digits = await glyphsOf('۱۲۳')
    expect(digits).toEqual([...(await glyphsOf('۱')), ...(await glyphsOf('۲')), ...(await glyphsOf('۳'))])
    const whole = (await glyphsOf('گلی ۱۲۳ محلہ')).join()
    expect(whole).toContain(digits.join())
    expect(whole.indexOf((await glyphsOf('محلہ')).join())).toBe(0)
  })
})

describe('lines', () => {
  const width = 120
  const widest = (pdf: Pdf, lines: readonly string[]) => lines.filter((line) => pdf.lines(line, look, width).length > 1)

  it('break at spaces, and inside a word that is wider than a line', async () => {
    const pdf = await createPdf(about)
    expect(pdf.lines('Sheesham Wood Rolling Pin and Board', look, width)).toEqual([
      'Sheesham Wood Rolling Pin',
      'and Board',
    ])
    const long = pdf.lines(`A ${'W'.repeat(40)}`, look, width)
    expect(long.length).toBeGreaterThan(2)
    expect(long[0]).toBe('A')
    expect(long.slice(1).join('')).toBe('W'.repeat(40))
  })

  it('lose nothing and are never too wide', async () => {
    const pdf = await createPdf(about)
    const words = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), { maxLength: 8 })
    fc.assert(
      fc.property(words, (some) => {
        const text = some.join(' ')
        const lines = pdf.lines(text, look, width)
        const letters = (value: string) => value.replace(/[\s\p{Cc}]/gu, '')
        expect(letters(lines.join(''))).toBe(letters(text))
        expect(widest(pdf, lines)).toEqual([])
      }),
      { numRuns: 50 },
    )
  })
})
