import bag from './drawings/bag.svg?url'
import pot from './drawings/pot.svg?url'
import scales from './drawings/scales.svg?url'
import spool from './drawings/spool.svg?url'
import stall from './drawings/stall.svg?url'

/** These drawings are files, since most visits see none of them. */
const drawings = { bag, pot, scales, spool, stall } as const

export type ArtName = keyof typeof drawings

export function LineArt({ name }: { name: ArtName }) {
  return <img src={drawings[name]} alt="" width={220} height={170} className="mb-2 h-auto w-44" />
}
