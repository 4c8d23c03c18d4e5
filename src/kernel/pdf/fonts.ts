import { readFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import bidiFactory from 'bidi-js'
import type { Font as HarfBuzzFont } from 'harfbuzzjs'
import { unpackWoff } from './woff.ts'

export type Weight = 'regular' | 'semibold' | 'display'

const semibold = ['mukta-latin-600-normal', 'mukta-latin-ext-600-normal']
/** Tried first, then the other scripts of a rupee note, which stay regular in bold text. */
const firstOf: Record<Weight, string[]> = {
  regular: ['mukta-latin-400-normal', 'mukta-latin-ext-400-normal'],
  semibold,
  display: ['eczar-latin-600-normal', 'eczar-latin-ext-600-normal', 'eczar-devanagari-600-normal', ...semibold],
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
  name: string
  file: Buffer
  compressed: () => Buffer
  harfBuzz: HarfBuzzFont
  unitsPerEm: number
  covers: (text: string) => boolean
}

/** Lengths in thousandths of the letters' size. */
export interface Glyph {
  id: number
  /** The distance to the next glyph. */
  advance: number
  /** The distance from the glyph's place. */
  x: number
  y: number
}

export interface Cluster {
  text: string
  glyphs: Glyph[]
}

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

/** Opens the fonts for PDF at their first use: at the start HarfBuzz and fonts would cost too much time and memory. */
export function openFonts(): Promise<Fonts> {
  opened ??= loadFonts().catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const invisible = /\p{Default_Ignorable_Code_Point}/gu

async function loadFonts(): Promise<Fonts> {
  const {
    Blob,
    Buffer: TextBuffer,
    ClusterLevel,
    Direction,
    Face,
    Font: FontOfFace,
    shape,
  } = await import('harfbuzzjs')

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
  const names = new Set([...Object.values(firstOf).flat(), ...otherScripts])
  const fonts = new Map(await Promise.all([...names].map(async (name) => [name, await load(name)] as const)))
  const fontsOf = (weight: Weight) => [...firstOf[weight], ...otherScripts].flatMap((name) => fonts.get(name) ?? [])
  const ofWeight = { regular: fontsOf('regular'), semibold: fontsOf('semibold'), display: fontsOf('display') }
  const buffer = new TextBuffer()

  function shapePart({ font, text, level }: Part): Run {
    const isRightToLeft = level % 2 === 1
    buffer.reset()
    buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS)
    buffer.addText(text)
    buffer.guessSegmentProperties()
    buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR)
    shape(font.harfBuzz, buffer)
    const scale = 1000 / font.unitsPerEm
    const positions = buffer.getGlyphPositions()
    const glyphs = buffer.getGlyphInfos().map(({ codepoint, cluster }, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
      return { start: cluster, id: codepoint, advance: xAdvance * scale, x: xOffset * scale, y: yOffset * scale }
    })
    const width = glyphs.reduce((sum, glyph) => sum + glyph.advance, 0)
    return { font, clusters: toClusters(text, glyphs, isRightToLeft), isRightToLeft, width }
  }

  return {
    shape: (text, weight) => inVisualOrder(splitText(text.normalize('NFC'), ofWeight[weight])).map(shapePart),
  }
}

/** One font and one direction; an odd level runs from right to left. */
interface Part {
  font: Font
  text: string
  level: number
}

const bidi = bidiFactory()

/** Letters read from right to left (Hebrew, Arabic and the like), and direction marks. */
const rightToLeft = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff]/
const isolates = /[\u2066-\u2069]/

/** Keeps the direction of a part of a line from moving its neighbours (UAX 9, FSI). */
export const isolated = (text: string) => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text)

/** The parts of a line in reading order. The first font draws a box for a letter without font; a space between scripts is Latin. */
function splitText(text: string, fonts: readonly Font[]) {
  const [first] = fonts
  if (first?.covers(text) && !rightToLeft.test(text)) return [{ font: first, text, level: 0 }]
  const parts: Part[] = []
  const { levels } = bidi.getEmbeddingLevels(text)
  const letters = Array.from(graphemes.segment(text))
  for (const [place, { segment: letter, index }] of letters.entries()) {
    // Direction marks: not drawn.
    if (isolates.test(letter)) continue
    const part = parts.at(-1)
    const level = levels[index] ?? 0
    const isBorder = letter === ' ' && part && !part.font.covers(letters[place + 1]?.segment ?? '')
    const font = isBorder
      ? first
      : part?.font.covers(letter)
        ? part.font
        : (fonts.find((one) => one.covers(letter)) ?? first)
    if (part && part.font === font && part.level === level) part.text += letter
    else if (font) parts.push({ font, text: letter, level })
  }
  return parts
}

/** From left to right as seen: from the highest level down, parts in it or above are reversed (UAX 9, L2). */
function inVisualOrder(parts: readonly Part[]) {
  const seen = [...parts]
  for (let level = Math.max(0, ...parts.map((part) => part.level)); level > 0; level -= 1) {
    for (let from = 0; from < seen.length; from += 1) {
      let to = from
      while ((seen[to]?.level ?? 0) >= level) to += 1
      seen.splice(from, to - from, ...seen.slice(from, to).reverse())
      from = to
    }
  }
  return seen
}

/** Glyphs stand from left to right, even where their text is read from right to left. */
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
