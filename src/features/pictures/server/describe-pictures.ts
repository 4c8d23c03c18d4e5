import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { z } from 'zod'
import { productWidths, WIDE_WIDTHS } from '../picture-widths.ts'
import { variantWidths } from './encode-picture.ts'
import { SOURCES_FOLDER } from './picture-files.ts'

/** Raise this when the encoder's settings change: browsers keep a picture for as long as its key stays. */
const ENCODING = 1

export interface SourcePicture {
  /** Names the picture's folder and changes with its content. */
  key: string
  alt: string
  width: number
  height: number
  widths: number[]
  avif: boolean
}
export type Pictures = Record<string, SourcePicture>

const Picture = z.object({ image: z.string(), alt: z.string() })
const Catalogue = z.object({
  hero: Picture,
  mission: Picture,
  categories: z.array(Picture),
  producers: z.array(z.object({ coverImage: z.string(), coverAlt: z.string() })),
  products: z.array(z.object({ images: z.array(z.string()), alt: z.array(z.string()) })),
})

const nameOf = (file: string) => file.replace(/\.jpg$/, '')

async function readAltTexts() {
  const catalogue = Catalogue.parse(JSON.parse(await readFile(join(SOURCES_FOLDER, 'catalogue.json'), 'utf8')))
  const { hero, mission, categories, producers, products } = catalogue
  return new Map([
    ...[hero, mission, ...categories].map(({ image, alt }) => [image, alt] as const),
    ...producers.map(({ coverImage, coverAlt }) => [coverImage, coverAlt] as const),
    ...products.flatMap(({ images, alt }) => images.map((image, index) => [image, alt[index] ?? ''] as const)),
  ])
}

async function describeFile(file: string, alt: string): Promise<SourcePicture> {
  const content = await readFile(join(SOURCES_FOLDER, file))
  const { width, height } = await sharp(content).metadata()
  const hash = createHash('sha256').update(`${ENCODING}\n`).update(content).digest('hex').slice(0, 8)
  const widths = width > height ? variantWidths(width, [...new Set([...WIDE_WIDTHS, width])]) : productWidths(width)
  return { key: `${nameOf(file)}-${hash}`, alt, width, height, widths, avif: true }
}

export async function describePictures(): Promise<Pictures> {
  const alts = await readAltTexts()
  const files = (await readdir(SOURCES_FOLDER)).filter((file) => file.endsWith('.jpg')).sort()
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => [nameOf(file), await describeFile(file, alts.get(file) ?? '')] as const),
    ),
  )
}

/** Pictures of pages, not of products: few enough for the web bundle. */
export const sitePictures = (pictures: Pictures): Pictures =>
  Object.fromEntries(Object.entries(pictures).filter(([name]) => /^(hero|mission|category|producer)-/.test(name)))
