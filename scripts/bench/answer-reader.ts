const HEAD_END = '\r\n\r\n'
const LAST_CHUNK = '0\r\n\r\n'

export interface Answered {
  status: number
  /** Does the server close the connection after it? */
  closes: boolean
}

/** Reads one answer and tells of it when it is complete: enough of HTTP/1.1 for answers that come one at a time. */
export function answerReader() {
  let head: Buffer | undefined
  let answered: Answered | undefined
  let missing = 0
  let chunked = false
  let tail = ''
  const takeBody = (bytes: Buffer) => {
    missing -= bytes.length
    if (chunked)
      tail = (tail + bytes.toString('latin1', Math.max(0, bytes.length - LAST_CHUNK.length))).slice(-LAST_CHUNK.length)
    return (chunked ? tail === LAST_CHUNK : missing <= 0) ? answered : undefined
  }
  return (bytes: Buffer) => {
    if (answered) return takeBody(bytes)
    head = head ? Buffer.concat([head, bytes]) : bytes
    const end = head.indexOf(HEAD_END)
    if (end < 0) return undefined
    const text = head.toString('latin1', 0, end)
    answered = { status: Number(text.slice(9, 12)), closes: /\nconnection: *close/i.test(text) }
    chunked = /\ntransfer-encoding: *chunked/i.test(text)
    missing = Number(/\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? 0)
    return takeBody(head.subarray(end + HEAD_END.length))
  }
}
