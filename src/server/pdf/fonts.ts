import { readFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import type { Font as HarfBuzzFont } from 'harfbuzzjs'
import { unpackWoff } from './woff.ts'

export type Weight = 'regular' | 'semibold'

/** Latin first, then the other scripts of a rupee note, which stay regular in bold text. */
const latin = {
  regular: ['mukta-latin-400-normal', 'mukta-latin-ext-400-normal'],
  semibold: ['mukta-latin-600-normal', 'mukta-latin-ext-600-normal'],
}
const otherScripts = [
  'mukta-devanagari-400-normal',
  'noto-sans-bengali-bengali-400-normal',
  'mukta-vaani-gujarati-400-normal',
  'noto-sans-kannada-kannada-400-normal',
  'noto-sans-malayalam-malayalam-400-normal',
  'noto-sans-oriya-oriya-400-normal',
  'mukta-mahee-gurmukhi-400-normal',
  'mukta-malar-tamil-400-normal',
  'noto-sans-telugu-telugu-400-normal',
  'noto-sans-arabic-arabic-400-normal',
]

export interface Font {
  /** PostScript name. */
  name: string
  /** TrueType. */
  file: Buffer
  /** The file as a PDF takes it; made when it is first needed. */
  compressed: () => Buffer
  harfBuzz: HarfBuzzFont
  /** Font units for the size of a letter. */
  unitsPerEm: number
  covers: (text: string) => boolean
}

/** Lengths in thousandths of the letters' size. */
export interface Glyph {
  id: number
  /** How far the next glyph is. */
  advance: number
  /** How far this one stands from its place. */
  x: number
  y: number
}

/** The least part of a text that has glyphs of its own, such as one letter or a whole Indian syllable. */
export interface Cluster {
  text: string
  glyphs: Glyph[]
}

/** A part of a line that one font can write, from left to right. */
export interface Run {
  font: Font
  clusters: Cluster[]
  isRightToLeft: boolean
  width: number
}

export interface Fonts {
  shape: (text: string, weight: Weight) => Run[]
}

let opened: Promise<Fonts> | undefined

/** The fonts for PDF, read when they are first needed: HarfBuzz and the fonts cost the start and the memory too much. */
export function openFonts(): Promise<Fonts> {
  opened ??= loadFonts().catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Joiners and the like, which show nothing by themselves. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu

async function loadFonts(): Promise<Fonts> {
  const { Blob, Buffer: TextBuffer, ClusterLevel, Face, Font: FontOfFace, shape } = await import('harfbuzzjs')

  async function load(name: string): Promise<Font> {
    const file = unpackWoff(await readFile(new URL(`fonts/${name}.woff`, import.meta.url)))
    const face = new Face(new Blob(file))
    let compressed: Buffer | undefined
    const letters = new Set(face.collectUnicodes())
    return {
      name: face.getName(6, 'en'),
      file,
      compressed: () => {
        compressed ??= deflateSync(file)
        return compressed
      },
      harfBuzz: new FontOfFace(face),
      unitsPerEm: face.upem,
      covers: (text) =>
        Array.from(text.replace(invisible, '')).every((letter) => letters.has(letter.codePointAt(0) ?? 0)),
    }
  }
  const [regular, semibold, others] = await Promise.all(
    [latin.regular, latin.semibold, otherScripts].map((names) => Promise.all(names.map(load))),
  )
  const fontsOf: Record<Weight, Font[]> = {
    regular: [...(regular ?? []), ...(others ?? [])],
    semibold: [...(semibold ?? []), ...(others ?? [])],
  }
  const buffer = new TextBuffer()

  function shapeRun(font: Font, text: string): Run {
    buffer.reset()
    buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS)
    buffer.addText(text)
    buffer.guessSegmentProperties()
    shape(font.harfBuzz, buffer)
    const scale = 1000 / font.unitsPerEm
    const positions = buffer.getGlyphPositions()
    const glyphs = buffer.getGlyphInfos().map(({ codepoint, cluster }, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
      return { start: cluster, id: codepoint, advance: xAdvance * scale, x: xOffset * scale, y: yOffset * scale }
    })
    const isRightToLeft = (glyphs[0]?.start ?? 0) > (glyphs.at(-1)?.start ?? 0)
    const width = glyphs.reduce((sum, glyph) => sum + glyph.advance, 0)
    return { font, clusters: toClusters(text, glyphs, isRightToLeft), isRightToLeft, width }
  }

  return {
    shape: (text, weight) => splitByFont(text, fontsOf[weight]).map(([font, part]) => shapeRun(font, part)),
  }
}

/** What no font has goes to the first one, which draws a box for it. A space between two scripts is Latin. */
function splitByFont(text: string, fonts: readonly Font[]) {
  const runs: [Font, string][] = []
  const letters = Array.from(graphemes.segment(text.normalize('NFC')), ({ segment }) => segment)
  const [first] = fonts
  for (const [index, letter] of letters.entries()) {
    const run = runs.at(-1)
    const isBorder = letter === ' ' && run && !run[0].covers(letters[index + 1] ?? '')
    const font = isBorder
      ? first
      : run?.[0].covers(letter)
        ? run[0]
        : (fonts.find((one) => one.covers(letter)) ?? first)
    if (run && run[0] === font) run[1] += letter
    else if (font) runs.push([font, letter])
  }
  return runs
}

/** Glyphs stand from left to right, whichever way their text is read. */
function toClusters(text: string, glyphs: readonly (Glyph & { start: number })[], isRightToLeft: boolean): Cluster[] {
  const groups: { start: number; glyphs: Glyph[] }[] = []
  for (const glyph of glyphs) {
    const group = groups.at(-1)
    if (group?.start === glyph.start) group.glyphs.push(glyph)
    else groups.push({ start: glyph.start, glyphs: [glyph] })
  }
  return groups.map((group, index) => {
    const next = groups[isRightToLeft ? index - 1 : index + 1]
    return { text: text.slice(group.start, next?.start), glyphs: group.glyphs }
  })
}
