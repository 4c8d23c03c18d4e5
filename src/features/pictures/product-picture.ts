import { z } from 'zod'

/** `${src}` always loads; `/media/{key}/{width}.{avif|webp}` exists for each of `widths`. */
export const ProductPicture = z.object({
  key: z.string(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  widths: z.array(z.int()),
  avif: z.boolean(),
})
export type ProductPicture = z.output<typeof ProductPicture>
