import { encode } from 'uqr'

/** White around it, in dots, as readers need it. */
const QUIET = 4

/** The dark dots of a QR code as the path of an SVG, each 1 by 1, and how many there are in a row. */
export function qrPath(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { path, size }
}
