import type { FactValues } from './facts.contract.ts'
import { sizeText } from './facts.texts.ts'

/** Centimetres. */
interface Box {
  width: number
  height: number
}
/** What a piece is drawn beside; everybody knows how large that is. */
export const references = {
  hand: { width: 10, height: 18 },
  doorway: { width: 90, height: 200 },
} as const satisfies Record<string, Box>

export interface Scale extends Box {
  beside: keyof typeof references
  /** `line`: only one measure is stated. `round`: seen from above. */
  shape: 'box' | 'round' | 'line'
  /** Names both sizes. */
  text: string
}

/** Up to here a hand says more than a doorway, in cm. */
const LARGEST_BESIDE_A_HAND = 45
/** Drawn beside these, what is smaller or larger could not be seen, or they could not; in cm. */
const [SMALLEST, LARGEST] = [0.5, 1000]

function outlineOf({ length, width, height, across }: FactValues): (Box & Pick<Scale, 'shape'>) | undefined {
  const sides = [width, length, height].filter((side) => typeof side === 'number')
  if (typeof across === 'number')
    return typeof height === 'number'
      ? { shape: 'box', width: across, height }
      : { shape: 'round', width: across, height: across }
  // As it stands before somebody.
  if (typeof height === 'number')
    return sides.length > 1
      ? { shape: 'box', width: Math.max(...sides.slice(0, -1)), height }
      : { shape: 'line', width: 0, height }
  if (typeof width !== 'number' || typeof length !== 'number')
    return sides[0] === undefined ? undefined : { shape: 'line', width: sides[0], height: 0 }
  // What is flat hangs beside the doorway; what is longer lies.
  const lies = length > references.doorway.height
  return { shape: 'box', width: lies ? length : width, height: lies ? width : length }
}

/** A product beside a hand or a doorway, from the size that it states; undefined where it states none that can be drawn. */
export function scaleOf(facts: FactValues): Scale | undefined {
  const outline = outlineOf(facts)
  if (!outline) return undefined
  const largest = Math.max(outline.width, outline.height)
  if (largest < SMALLEST || largest > LARGEST) return undefined
  const beside = largest <= LARGEST_BESIDE_A_HAND ? 'hand' : 'doorway'
  const known = beside === 'hand' ? 'a hand of 18 cm' : 'a doorway of 90 × 200 cm'
  return { ...outline, beside, text: `${sizeText(facts)}, beside ${known}` }
}
