import cluster from 'node:cluster'
import { write, writeSync } from 'node:fs'
import { SECOND_MS } from '#shared/time.ts'

const STANDARD_OUTPUT = 1
/** Several processes write to one pipe, which takes 4096 bytes at once unmixed. */
const PIECE_LENGTH = cluster.isWorker ? 4096 : 65_536
const FLUSH_MS = SECOND_MS / 2
const TRY_AGAIN_MS = 100
/** More is dropped: a reader that stands still must not fill the memory. */
const MAX_LENGTH = 4 * 1024 * 1024

/** The standard output, written in pieces without waiting; the rest at the end, even of a crash. On a full disk lines are lost. */
export function standardOutput() {
  const pieces: string[] = []
  let unfinished = ''
  let length = 0
  let isWriting = false

  function finishPiece() {
    if (unfinished !== '') pieces.push(unfinished)
    unfinished = ''
  }
  function writeAll(piece: Buffer) {
    write(STANDARD_OUTPUT, piece, (error, written) => {
      if (error?.code === 'EAGAIN') return void setTimeout(() => writeAll(piece), TRY_AGAIN_MS).unref()
      if (!error && written < piece.length) return writeAll(piece.subarray(written))
      isWriting = false
      writeNext()
    })
  }
  function writeNext() {
    if (isWriting) return
    const piece = pieces.shift()
    if (piece === undefined) return
    isWriting = true
    length -= piece.length
    writeAll(Buffer.from(piece))
  }
  function flush() {
    finishPiece()
    writeNext()
  }
  function flushSync() {
    finishPiece()
    try {
      for (let rest = Buffer.from(pieces.join('')); rest.length > 0; )
        rest = rest.subarray(writeSync(STANDARD_OUTPUT, rest))
    } catch {
      // The log itself failed: there is nowhere to report it.
    }
    pieces.length = 0
    length = 0
  }
  setInterval(flush, FLUSH_MS).unref()
  process.on('exit', flushSync)

  return {
    write(line: string) {
      if (length + line.length > MAX_LENGTH) return
      length += line.length
      if (unfinished.length + line.length > PIECE_LENGTH) finishPiece()
      unfinished += line
      if (pieces.length > 0) writeNext()
    },
    flushSync,
  }
}
