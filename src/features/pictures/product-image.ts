import { z } from 'zod'

/** A picture in several widths: `${src}` always loads; `/media/{key}/{width}.{avif|webp}` for each of `widths`. */
export const ProductImage = z.object({
  key: z.string(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  widths: z.array(z.int()),
  avif: z.boolean(),
})
export type ProductImage = z.output<typeof ProductImage>
