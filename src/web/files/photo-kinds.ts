const taken = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const
/** The device makes a JPEG of a HEIC (shrink-photo.ts); not every system knows its type by name. */
export const PHOTO_ACCEPT = [...taken, 'image/heic', 'image/heif', '.heic', '.heif'].join(',')

/** So many bytes hold the brands in the head of a HEIC or AVIF, which tell what the file is. */
export const HEAD_BYTES = 64
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

/** Tells by content, not by name. An AVIF has the general brands of a HEIC as well. */
export function photoKind(head: Uint8Array): (typeof taken)[number] | 'image/heic' | undefined {
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES))
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (text.startsWith('\x89PNG')) return 'image/png'
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'image/webp'
  if (!text.startsWith('ftyp', 4)) return undefined
  if (text.includes('avif') || text.includes('avis')) return 'image/avif'
  return heicBrands.includes(text.slice(8, 12)) ? 'image/heic' : undefined
}

export function fitInto(side: number, { width, height }: { width: number; height: number }) {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
