/** How many "Temple Bell 1", "Temple Bell 2" … there are besides the demo catalogue: more than one page holds. */
export const BELLS = 60

/** Products of which there is one piece, one for each project: the browser tests of both run on one shop. */
export const lastPieces: Record<string, string> = { phone: 'Walnut Pen Tray', desktop: 'Walnut Letter Rack' }

/** Products of which there are four pieces, which nobody buys. */
export const FEW = 4
export const fewPieces: Record<string, string> = { phone: 'Brass Oil Lamp', desktop: 'Brass Incense Stand' }
