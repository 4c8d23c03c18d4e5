import { type PdfFile, pdfNumber, reference } from './file.ts'
import type { Cluster, Font, Run } from './fonts.ts'

const MAX_PAIRS = 100
/** Not serif, not italic; the font numbers its letters itself (ISO 32000-1, table 123). */
const SYMBOLIC = 4
const STEM_WIDTH = 80
/** In thousandths of the letters' size; a smaller gap is not seen. */
const LEAST_GAP = 0.01

const hex = (value: number) => value.toString(16).padStart(4, '0')
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')

/** Words and the spaces between them. Text from right to left is split into clusters, since readers reverse their order again. */
function wordsOf({ clusters, isRightToLeft }: Run) {
  const words: Cluster[][] = []
  for (const cluster of clusters) {
    const last = words.at(-1)
    if (last && !isRightToLeft && cluster.text !== ' ' && last[0]?.text !== ' ') last.push(cluster)
    else words.push([cluster])
  }
  return words
}

/** Writes runs with a font into one PDF, and embeds the font at the end. */
export function embedFont(font: Font, index: number) {
  const scale = 1000 / font.unitsPerEm
  const textOf = new Map<number, string>()
  const widthOf = new Map<number, number>()

  /** Does the glyph alone tell every reader its text? A mark does not: it may belong to the letter before or after. */
  function isPlain({ text, glyphs }: Cluster) {
    const [glyph] = glyphs
    if (!glyph || glyphs.length > 1) return false
    const known = textOf.get(glyph.id) ?? text
    textOf.set(glyph.id, known)
    return known === text && glyph.id !== 0 && glyph.advance > 0 && glyph.x === 0 && glyph.y === 0
  }

  const declaredWidth = (glyph: number) => {
    const known = widthOf.get(glyph)
    if (known !== undefined) return known
    const width = font.harfBuzz.glyphHAdvance(glyph) * scale
    widthOf.set(glyph, width)
    return width
  }

  return {
    write(run: Run, size: number) {
      const operators: string[] = []
      let glyphs = ''
      let rise = 0
      let place = 0
      let pen = 0
      const flush = () => {
        if (glyphs !== '') operators.push(`[${glyphs}] TJ`)
        glyphs = ''
      }
      for (const clusters of wordsOf(run)) {
        // Where glyphs do not tell the text, it is written beside them.
        const plain = clusters.map(isPlain).every(Boolean)
        if (!plain) {
          flush()
          const text = clusters.map((cluster) => cluster.text).join('')
          operators.push(`/Span <</ActualText <feff${utf16(text)}>>> BDC`)
        }
        for (const glyph of clusters.flatMap((cluster) => cluster.glyphs)) {
          if (glyph.y !== rise) {
            flush()
            rise = glyph.y
            operators.push(`${pdfNumber((rise * size) / 1000)} Ts`)
          }
          const gap = pen - (place + glyph.x)
          if (Math.abs(gap) > LEAST_GAP) glyphs += pdfNumber(gap)
          glyphs += `<${hex(glyph.id)}>`
          pen = place + glyph.x + declaredWidth(glyph.id)
          place += glyph.advance
        }
        if (!plain) {
          flush()
          operators.push('EMC')
        }
      }
      flush()
      if (rise !== 0) operators.push('0 Ts')
      return operators.join('\n')
    },

    embed(file: PdfFile) {
      const letters = [...'ABCDEF'].map((_, place) => String.fromCharCode(65 + (Math.floor(index / 26 ** place) % 26)))
      // Six letters mark a font that has only a part of its letters (ISO 32000-1, 9.6.4).
      const name = `/${letters.join('')}+${font.name}`
      const { ascender, descender } = font.harfBuzz.hExtents()
      const box = [0, descender, font.unitsPerEm, ascender].map((value) => pdfNumber(value * scale)).join(' ')
      const fontFile = file.add(`/Length1 ${font.file.length} /Filter /FlateDecode`, font.compressed())
      const descriptor = file.add(
        `<</Type /FontDescriptor /FontName ${name} /Flags ${SYMBOLIC} /FontBBox [${box}] /ItalicAngle 0` +
          ` /Ascent ${pdfNumber(ascender * scale)} /Descent ${pdfNumber(descender * scale)}` +
          ` /CapHeight ${pdfNumber(ascender * scale)} /StemV ${STEM_WIDTH} /FontFile2 ${reference(fontFile)}>>`,
      )
      const widths = Array.from(widthOf, ([glyph, width]) => `${glyph} [${pdfNumber(width)}]`)
      const descendant = file.add(
        `<</Type /Font /Subtype /CIDFontType2 /BaseFont ${name} /CIDToGIDMap /Identity` +
          ' /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>>' +
          ` /FontDescriptor ${reference(descriptor)} /W [${widths.join(' ')}]>>`,
      )
      const toUnicode = file.addCompressed('', Buffer.from(unicodeMap(textOf)))
      return file.add(
        `<</Type /Font /Subtype /Type0 /BaseFont ${name} /Encoding /Identity-H` +
          ` /DescendantFonts [${reference(descendant)}] /ToUnicode ${reference(toUnicode)}>>`,
      )
    },
  }
}

/** The text of each glyph, for searching and copying (ISO 32000-1, 9.10.3). */
function unicodeMap(textOf: ReadonlyMap<number, string>) {
  const pairs = Array.from(textOf, ([glyph, text]) => `<${hex(glyph)}> <${utf16(text)}>`)
  const parts = Array.from({ length: Math.ceil(pairs.length / MAX_PAIRS) }, (_, part) =>
    pairs.slice(part * MAX_PAIRS, (part + 1) * MAX_PAIRS),
  )
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <ffff>',
    'endcodespacerange',
    ...parts.map((part) => `${part.length} beginbfchar\n${part.join('\n')}\nendbfchar`),
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n')
}
