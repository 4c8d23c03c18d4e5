/** In pixels, of squares and category covers; the wide ones span the page. */
export const SQUARE_WIDTHS = [320, 480, 640, 800] as const
export const WIDE_WIDTHS = [640, 960, 1280, 1600] as const

/** The widest file of a product's picture in pages; a wider one is for the picture opened large. */
export const PAGE_WIDTH = 800
export const LARGEST_WIDTH = 2000

export function productWidths(width: number) {
  const own = Math.min(width, LARGEST_WIDTH)
  return [...SQUARE_WIDTHS.filter((offered) => offered < own), own]
}
