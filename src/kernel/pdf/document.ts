import { LRUCache } from 'lru-cache'
import { embedFont } from './embed-font.ts'
import { createPdfFile, type PdfFile, pdfDate, pdfNumber, pdfText, reference } from './file.ts'
import { type Font, openFonts, type Run, type Weight } from './fonts.ts'

/** Millimetres in points, of which an inch has 72. */
export const mm = (length: number) => (length * 72) / 25.4

export interface PageSize {
  width: number
  height: number
}
export const A4: PageSize = { width: 595.28, height: 841.89 }
export const A5: PageSize = { width: 419.53, height: 595.28 }
export const A6: PageSize = { width: 297.64, height: 419.53 }

export interface TextLook {
  size: number
  weight?: Weight
}

interface Place {
  x: number
  /** Points from the top to the line on which the letters stand. */
  y: number
  colour: string
  align?: 'left' | 'center' | 'right'
}

interface Area {
  x: number
  /** Points from the top. */
  y: number
  width: number
  height: number
}

/** A JPEG with three channels; width and height in pixels. */
export interface PdfPicture {
  jpeg: Uint8Array
  width: number
  height: number
}

interface About {
  title: string
  author: string
  language: string
  createdAt: Date
}

const colourOf = (hex: string) =>
  [1, 3, 5].map((at) => pdfNumber(Number.parseInt(hex.slice(at, at + 2), 16) / 255)).join(' ')

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Line breaks, tabs and other control characters become spaces. */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

const REMEMBERED = { widths: 5000, lines: 500 }
const startOf = { left: 0, center: 0.5, right: 1 }

/** A PDF with text in Latin and Indian scripts, lines and pictures. Letters without a font show as boxes, and can still be copied. */
export async function createPdf({ title, author, language, createdAt }: About) {
  const fonts = await openFonts()
  const file = createPdfFile()
  const pages: { size: PageSize; content: string[]; stream: number }[] = []
  let packed = 0
  const pictures = new Map<PdfPicture, number>()
  const embedded = new Map<Font, ReturnType<typeof embedFont>>()
  const fontOf = (font: Font) => {
    const known = embedded.get(font)
    if (known) return known
    const writer = embedFont(font, embedded.size)
    embedded.set(font, writer)
    return writer
  }
  const fontName = (font: Font) => `/F${[...embedded.keys()].indexOf(font)}`

  const shapes = new LRUCache<string, Run[]>({ max: REMEMBERED.lines })
  function shape(text: string, { weight = 'regular' }: TextLook) {
    const key = `${weight} ${text}`
    const known = shapes.get(key) ?? fonts.shape(oneLine(text), weight)
    shapes.set(key, known)
    return known
  }
  const widthOf = (runs: readonly Run[], { size }: TextLook) =>
    (runs.reduce((sum, run) => sum + run.width, 0) * size) / 1000
  /** By weight and text, for letters of size 1. */
  const widths = new LRUCache<string, number>({ max: REMEMBERED.widths })
  function measure(text: string, look: TextLook) {
    const key = `${look.weight} ${text}`
    const known = widths.get(key) ?? widthOf(fonts.shape(text, look.weight ?? 'regular'), { size: 1 })
    widths.set(key, known)
    return known * look.size
  }

  /** Cuts a word wider than a line into parts that fit, of one letter at least. */
  function breakWord(word: string, look: TextLook, width: number) {
    const letters = Array.from(graphemes.segment(word), ({ segment }) => segment)
    const parts: string[] = []
    for (let from = 0; from < letters.length; ) {
      let [fits, tooMany] = [1, letters.length - from + 1]
      while (tooMany - fits > 1) {
        const tried = Math.floor((fits + tooMany) / 2)
        if (measure(letters.slice(from, from + tried).join(''), look) <= width) fits = tried
        else tooMany = tried
      }
      parts.push(letters.slice(from, from + fits).join(''))
      from += fits
    }
    return parts
  }

  function pack() {
    for (const page of pages.slice(packed))
      page.stream = file.addCompressed('', Buffer.from(page.content.splice(0).join('\n')))
    packed = pages.length
  }

  return {
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

    measure: (text: string, look: TextLook) => measure(oneLine(text), look),

    addPage(size = A4) {
      const content: string[] = []
      pages.push({ size, content, stream: 0 })
      const cornerOf = ({ x, y, width, height }: Area) => [x, size.height - y - height, width, height].map(pdfNumber)
      return {
        text(text: string, { x, y, colour, align = 'left', ...look }: Place & TextLook) {
          const runs = shape(text, look)
          let left = x - widthOf(runs, look) * startOf[align]
          content.push('BT', `${colourOf(colour)} rg`)
          for (const run of runs) {
            const writer = fontOf(run.font)
            content.push(
              `${fontName(run.font)} ${pdfNumber(look.size)} Tf`,
              `1 0 0 1 ${pdfNumber(left)} ${pdfNumber(size.height - y)} Tm`,
              writer.write(run, look.size),
            )
            left += (run.width * look.size) / 1000
          }
          content.push('ET')
        },
        box({ colour, ...area }: Area & { colour: string }) {
          content.push(`${colourOf(colour)} rg ${cornerOf(area).join(' ')} re f`)
        },
        /** `pen`: the width of the line, half of which lies outside the box. */
        frame({ colour, pen, ...area }: Area & { colour: string; pen: number }) {
          content.push(`${colourOf(colour)} RG ${pdfNumber(pen)} w ${cornerOf(area).join(' ')} re S`)
        },
        picture(picture: PdfPicture, area: Area) {
          const known = pictures.get(picture) ?? pictures.size
          pictures.set(picture, known)
          const [x, y, width, height] = cornerOf(area)
          content.push(`q ${width} 0 0 ${height} ${x} ${y} cm /P${known} Do Q`)
        },
      }
    },

    /** Finishes the pages so far, so that a long document does not fill the memory; nothing more is written on them. */
    pack,

    finish() {
      pack()
      const tree = file.reserve()
      const named = [...embedded].map(([font, writer]) => `${fontName(font)} ${reference(writer.embed(file))}`)
      const drawn = [...pictures].map(([picture, index]) => `/P${index} ${reference(embedPicture(file, picture))}`)
      const resources = file.add(`<</Font <<${named.join(' ')}>> /XObject <<${drawn.join(' ')}>>>>`)
      const kids = pages.map(({ size, stream }) =>
        file.add(
          `<</Type /Page /Parent ${reference(tree)} /MediaBox [0 0 ${size.width} ${size.height}]` +
            ` /Resources ${reference(resources)} /Contents ${reference(stream)}>>`,
        ),
      )
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

/** ISO 32000-1, 8.9.5. */
const embedPicture = (file: PdfFile, { jpeg, width, height }: PdfPicture) =>
  file.add(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB` +
      ' /BitsPerComponent 8 /Filter /DCTDecode',
    Buffer.from(jpeg),
  )

export type Pdf = Awaited<ReturnType<typeof createPdf>>
export type PdfPage = ReturnType<Pdf['addPage']>
