import zlib, { constants, crc32 } from 'node:zlib'
import { deflatePiece } from './compression.ts'

/** A text compressed by itself: it refers to nothing before it and ends with a whole byte, so it fits anywhere in a gzip file. */
export interface GzipPiece {
  deflated: Buffer
  length: number
  /** The checksum's difference to that of as many zeros: the same wherever the text stands. */
  crc: number
}

const HEAD = Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255)
const LAST_BLOCK = Buffer.of(3, 0)
const ZEROS = Buffer.alloc(64 * 1024)

function afterZeros(crc: number, length: number) {
  let left = length
  let sum = crc
  for (; left > ZEROS.length; left -= ZEROS.length) sum = crc32(ZEROS, sum)
  return crc32(ZEROS.subarray(0, left), sum)
}

const pieceOf = (text: Buffer, deflated: Buffer): GzipPiece => ({
  deflated,
  length: text.length,
  crc: crc32(text) ^ afterZeros(0, text.length),
})

export const makePiece = async (text: Buffer) => pieceOf(text, await deflatePiece(text))

/** For a short text sent once: with little memory it takes a fifth of the time. */
const brief = { level: constants.Z_BEST_SPEED, memLevel: 5, windowBits: 12, finishFlush: constants.Z_FULL_FLUSH }
export const makePieceOnce = (text: Buffer) => pieceOf(text, zlib.deflateRawSync(text, brief))

export function joinPieces(pieces: readonly GzipPiece[]): Buffer {
  const end = Buffer.alloc(8)
  end.writeUInt32LE(pieces.reduce((sum, { crc, length }) => (afterZeros(sum, length) ^ crc) >>> 0, 0))
  end.writeUInt32LE(pieces.reduce((sum, { length }) => sum + length, 0) % 2 ** 32, 4)
  return Buffer.concat([HEAD, ...pieces.map(({ deflated }) => deflated), LAST_BLOCK, end])
}
