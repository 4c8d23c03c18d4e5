import cluster from 'node:cluster'
import { write, writeSync } from 'node:fs'
import { SECOND_MS } from '#shared/time.ts'

const STANDARD_OUTPUT = 1
/**
 * Lines are written together, so many as are this long, and at the latest after FLUSH_MS. Where several processes write to one
 * pipe, it is as much as a pipe takes at once, so that no line gets into another.
 */
const PIECE_LENGTH = cluster.isWorker ? 4096 : 65_536
const FLUSH_MS = SECOND_MS / 2
const TRY_AGAIN_MS = 100
/** What more is waiting is dropped: a reader that stands still must not fill the memory. */
const MAX_LENGTH = 4 * 1024 * 1024

/**
 * The standard output, written in pieces and not waited for; what is left is written when the process ends, a crash included.
 * On a full disk, or when nobody reads, lines are lost and the shop goes on.
 */
export function standardOutput() {
  /** Of whole lines each. */
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
    /** pino asks for it after a fatal line. */
    flushSync,
  }
}
