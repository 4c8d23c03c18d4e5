import { expect, test } from 'vitest'
import { fitInto, photoKind } from './photo-kinds.ts'

const head = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

test.each([
  ['a JPEG', '\xff\xd8\xff\xe1\x00\x18Exif', 'image/jpeg'],
  ['a PNG', '\x89PNG\r\n\x1a\n', 'image/png'],
  ['a WebP', 'RIFF\x10\x00\x00\x00WEBPVP8 ', 'image/webp'],
  ['a HEIC of an iPhone', '\x00\x00\x00\x24ftypheic\x00\x00\x00\x00mif1MiHEheic', 'image/heic'],
  ['a HEIC of another phone', '\x00\x00\x00\x1cftypmif1\x00\x00\x00\x00mif1heic', 'image/heic'],
  ['an AVIF', '\x00\x00\x00\x20ftypavif\x00\x00\x00\x00avifmif1miaf', 'image/avif'],
  ['an AVIF by a general name', '\x00\x00\x00\x20ftypmif1\x00\x00\x00\x00mif1avifmiaf', 'image/avif'],
  ['a film', '\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2', undefined],
  ['a PDF', '%PDF-1.7', undefined],
  ['sound in the same container as WebP', 'RIFF\x10\x00\x00\x00WAVEfmt ', undefined],
  ['nothing', '', undefined],
])('%s is told by its content', (_, text, kind) => {
  expect(photoKind(head(text))).toBe(kind)
})

test.each([
  ['lying', { width: 4032, height: 3024 }, { width: 2000, height: 1500 }],
  ['standing', { width: 3024, height: 4032 }, { width: 1500, height: 2000 }],
  ['small already', { width: 1999, height: 1200 }, { width: 1999, height: 1200 }],
  ['a long strip', { width: 9000, height: 3 }, { width: 2000, height: 1 }],
])('a picture that is %s fits with its longer side', (_, picture, fitting) => {
  expect(fitInto(2000, picture)).toEqual(fitting)
})
