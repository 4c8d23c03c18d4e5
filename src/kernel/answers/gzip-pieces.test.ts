import { buffer } from 'node:stream/consumers'
import { DecompressionStream } from 'node:stream/web'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { type GzipPiece, joinPieces, makePiece, makePieceOnce } from './gzip-pieces.ts'

const page = Buffer.from(`<p>${'Blue Pottery Bowl, मिट्टी '.repeat(20_000)}</p>`)
const names = ['', 'Meera', 'राजलक्ष्मी सुब्रमण्यम '.repeat(5000), '\0\x1f\x8b']

/** As a browser does: throws for a wrong checksum or length, and for anything behind the end. */
async function readStrictly(pieces: readonly GzipPiece[]) {
  const stream = new DecompressionStream('gzip')
  const writer = stream.writable.getWriter()
  const [read] = await Promise.all([buffer(stream.readable), writer.write(joinPieces(pieces)), writer.close()])
  return read
}

it.each(names)('a name of any length between kept texts is read as it is', async (name) => {
  const [before, after] = await Promise.all([makePiece(page), makePiece(page.subarray(7))])
  const pieces = [before, makePieceOnce(Buffer.from(name)), after, makePieceOnce(Buffer.from('.'))]
  const expected = Buffer.concat([page, Buffer.from(name), page.subarray(7), Buffer.from('.')])
  expect((await readStrictly(pieces)).equals(expected)).toBe(true)
  expect(gunzipSync(joinPieces(pieces)).equals(expected)).toBe(true)
  expect(before.deflated.length).toBeLessThan(10_000)
})

it('a piece stands anywhere, as often as it is wanted, or not at all', async () => {
  const piece = await makePiece(Buffer.from('again '))
  expect(`${await readStrictly([])}`).toBe('')
  expect(`${await readStrictly([piece, piece, makePieceOnce(Buffer.from('and ')), piece])}`).toBe(
    'again again and again ',
  )
})
