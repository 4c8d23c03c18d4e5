import { write, writeSync } from 'node:fs'
import { SECOND_MS } from '#shared/time.ts'

const STANDARD_OUTPUT = 1
/**
 * Lines are written together once they are this long, and at the latest after FLUSH_MS. A pipe takes so much at once: several
 * processes write to one, and no line gets into another.
 */
const PIECE_LENGTH = 4096
const FLUSH_MS = SECOND_MS / 2
const TRY_AGAIN_MS = 100
/** What more is waiting is dropped: a reader that stands still must not fill the memory. */
const MAX_LENGTH = 4 * 1024 * 1024

/**
 * The standard output, written in pieces and not waited for; what is left is written when the process ends, a crash included.
 * On a full disk, or when nobody reads, lines are lost and the shop goes on.
 */
export function standardOutput() {
  let waiting = ''
  let isWriting = false

  function writeAll(piece: Buffer) {
    write(STANDARD_OUTPUT, piece, (error, written) => {
      if (error?.code === 'EAGAIN') return void setTimeout(() => writeAll(piece), TRY_AGAIN_MS).unref()
      if (!error && written < piece.length) return writeAll(piece.subarray(written))
      isWriting = false
      if (waiting.length >= PIECE_LENGTH) flush()
    })
  }
  function flush() {
    if (isWriting || waiting === '') return
    isWriting = true
    const end = endOfPiece()
    const piece = Buffer.from(waiting.slice(0, end))
    waiting = waiting.slice(end)
    writeAll(piece)
  }
  /** As many whole lines as make a piece; a longer line is one by itself. */
  function endOfPiece() {
    if (waiting.length <= PIECE_LENGTH) return waiting.length
    return waiting.lastIndexOf('\n', PIECE_LENGTH - 1) + 1 || waiting.indexOf('\n') + 1 || waiting.length
  }
  function flushSync() {
    try {
      for (let rest = Buffer.from(waiting); rest.length > 0; ) rest = rest.subarray(writeSync(STANDARD_OUTPUT, rest))
    } catch {
      // There is nowhere left to say it.
    }
    waiting = ''
  }
  setInterval(flush, FLUSH_MS).unref()
  process.on('exit', flushSync)

  return {
    write(line: string) {
      if (waiting.length + line.length > MAX_LENGTH) return
      waiting += line
      if (waiting.length >= PIECE_LENGTH) flush()
    },
    /** pino asks for it after a fatal line. */
    flushSync,
  }
}
