/** Formats that the shop takes, and what a file chooser offers. Without HEIC: asked so, an iPhone hands out its photos as JPEG. */
const taken = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const
export const PHOTO_ACCEPT = taken.join(',')

/** So many bytes tell what a file is: with the brands that the head of a HEIC or AVIF lists. */
export const HEAD_BYTES = 64
/** Brands of a HEIC; an AVIF has the general ones `mif1` and `msf1` as well, beside its own. */
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

/** What the content of a file is, whatever it is called: a format that the shop takes, a HEIC, or neither. */
export function photoKind(head: Uint8Array): (typeof taken)[number] | 'image/heic' | undefined {
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES))
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (text.startsWith('\x89PNG')) return 'image/png'
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'image/webp'
  if (!text.startsWith('ftyp', 4)) return undefined
  if (text.includes('avif') || text.includes('avis')) return 'image/avif'
  return heicBrands.includes(text.slice(8, 12)) ? 'image/heic' : undefined
}

/** The size of a picture whose longer side is at most `side`; never larger than it is. */
export function fitInto(side: number, { width, height }: { width: number; height: number }) {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
