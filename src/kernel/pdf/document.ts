import { embedFont } from './embed-font.ts'
import { createPdfFile, pdfDate, pdfNumber, pdfText, reference } from './file.ts'
import { type Font, openFonts, type Run, type Weight } from './fonts.ts'

/** A4, in points: 72 an inch. */
export const PAGE = { width: 595.28, height: 841.89 }

export interface TextLook {
  size: number
  weight?: Weight
}

interface Place {
  /** Points from the left; of the end of the text where it is aligned right. */
  x: number
  /** Points from the top to the line that the letters stand on. */
  y: number
  /** #rrggbb */
  colour: string
  align?: 'left' | 'right'
}

interface About {
  title: string
  author: string
  /** Such as en-IN. */
  language: string
  createdAt: Date
}

const colourOf = (hex: string) =>
  [1, 3, 5].map((at) => pdfNumber(Number.parseInt(hex.slice(at, at + 2), 16) / 255)).join(' ')

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Line breaks, tabs and other control characters are spaces here. */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/**
 * A PDF of A4 pages with text in Latin and Indian scripts. Letters that no font has show as boxes; whoever copies or searches
 * the text finds them all the same.
 */
export async function createPdf({ title, author, language, createdAt }: About) {
  const fonts = await openFonts()
  const file = createPdfFile()
  const pages: string[][] = []
  const embedded = new Map<Font, ReturnType<typeof embedFont>>()
  const fontOf = (font: Font) => {
    const known = embedded.get(font)
    if (known) return known
    const writer = embedFont(font, embedded.size)
    embedded.set(font, writer)
    return writer
  }
  const fontName = (font: Font) => `/F${[...embedded.keys()].indexOf(font)}`

  const shape = (text: string, { weight = 'regular' }: TextLook) => fonts.shape(oneLine(text), weight)
  const widthOf = (runs: readonly Run[], { size }: TextLook) =>
    (runs.reduce((sum, run) => sum + run.width, 0) * size) / 1000
  const measure = (text: string, look: TextLook) => widthOf(shape(text, look), look)

  /** A word that is wider than a line, in parts that are not. */
  function breakWord(word: string, look: TextLook, width: number) {
    const parts = ['']
    for (const { segment } of graphemes.segment(word)) {
      const longer = `${parts.at(-1)}${segment}`
      if (parts.at(-1) === '' || measure(longer, look) <= width) parts[parts.length - 1] = longer
      else parts.push(segment)
    }
    return parts
  }

  return {
    /** The lines of a text that is at most so wide. */
    lines(text: string, look: TextLook, width: number) {
      const space = widthOf(fonts.shape(' ', look.weight ?? 'regular'), look)
      const lines: string[] = []
      let used = 0
      for (const word of oneLine(text).split(' ')) {
        const needed = measure(word, look)
        if (lines.length > 0 && used + space + needed <= width) {
          lines.push(`${lines.pop()} ${word}`)
          used += space + needed
          continue
        }
        lines.push(...(needed <= width ? [word] : breakWord(word, look, width)))
        used = needed <= width ? needed : measure(lines.at(-1) ?? '', look)
      }
      return lines
    },

    addPage() {
      const content: string[] = []
      pages.push(content)
      return {
        text(text: string, { x, y, colour, align = 'left', ...look }: Place & TextLook) {
          const runs = shape(text, look)
          let left = align === 'left' ? x : x - widthOf(runs, look)
          content.push('BT', `${colourOf(colour)} rg`)
          for (const run of runs) {
            const writer = fontOf(run.font)
            content.push(
              `${fontName(run.font)} ${pdfNumber(look.size)} Tf`,
              `1 0 0 1 ${pdfNumber(left)} ${pdfNumber(PAGE.height - y)} Tm`,
              writer.write(run, look.size),
            )
            left += (run.width * look.size) / 1000
          }
          content.push('ET')
        },
        box({ x, y, width, height, colour }: { x: number; y: number; width: number; height: number; colour: string }) {
          const corner = [x, PAGE.height - y - height, width, height].map(pdfNumber).join(' ')
          content.push(`${colourOf(colour)} rg ${corner} re f`)
        },
      }
    },

    /** The finished file, in parts. */
    finish() {
      const tree = file.reserve()
      const resources = file.add(
        `<</Font <<${Array.from(embedded, ([font, writer]) => `${fontName(font)} ${reference(writer.embed(file))}`).join(' ')}>>>>`,
      )
      const kids = pages.map((content) => {
        const stream = file.addCompressed('', Buffer.from(content.join('\n')))
        return file.add(
          `<</Type /Page /Parent ${reference(tree)} /MediaBox [0 0 ${PAGE.width} ${PAGE.height}]` +
            ` /Resources ${reference(resources)} /Contents ${reference(stream)}>>`,
        )
      })
      file.write(tree, `<</Type /Pages /Kids [${kids.map(reference).join(' ')}] /Count ${kids.length}>>`)
      const root = file.add(
        `<</Type /Catalog /Pages ${reference(tree)} /Lang (${language}) /ViewerPreferences <</DisplayDocTitle true>>>>`,
      )
      const info = file.add(
        `<</Title ${pdfText(title)} /Author ${pdfText(author)} /CreationDate ${pdfDate(createdAt)}>>`,
      )
      return file.finish(root, info)
    },
  }
}
export type Pdf = Awaited<ReturnType<typeof createPdf>>
export type PdfPage = ReturnType<Pdf['addPage']>
