/** Widths offered of squares and category covers, in pixels. */
export const SQUARE_WIDTHS = [320, 480, 640, 800] as const
/** Widths offered of pictures that span the page. */
export const WIDE_WIDTHS = [640, 960, 1280, 1600] as const

/** The widest file of a product's picture that pages show. What is wider is for the picture opened large. */
export const PAGE_WIDTH = 800
/** A product's picture keeps its own width up to this one, in pixels. */
export const LARGEST_WIDTH = 2000

/** The widths that a product's picture is kept in: those offered that are narrower than itself, and its own. */
export function productWidths(width: number) {
  const own = Math.min(width, LARGEST_WIDTH)
  return [...SQUARE_WIDTHS.filter((offered) => offered < own), own]
}
