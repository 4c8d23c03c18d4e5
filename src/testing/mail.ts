/** What a mail looks like once it has arrived. */
export interface ReadMail {
  /** Names in lower case, folded lines joined. */
  headers: Map<string, string>
  text: string
  html: string
  /** What goes with it. */
  files: { name: string; type: string; bytes: Buffer }[]
}

/** Reads a mail of ours, as an SMTP server or an .eml file holds it: text and HTML side by side, and files. For tests. */
export function readMail(raw: string): ReadMail {
  const whole = readPart(raw)
  const parts = partsOf(whole)
  const typeOf = ({ headers }: Part) => headers.get('content-type') ?? ''
  const ofType = (type: string) => parts.filter((part) => typeOf(part).startsWith(type)).map(decode)
  const files = parts.flatMap((part) => {
    const name = /filename="?([^";]+)"?/.exec(part.headers.get('content-disposition') ?? '')?.[1]
    const type = typeOf(part).split(';', 1)[0] ?? ''
    return name === undefined ? [] : [{ name, type, bytes: Buffer.from(part.body, 'base64') }]
  })
  return { headers: whole.headers, text: ofType('text/plain').join(''), html: ofType('text/html').join(''), files }
}

/** What a mail is made of, to the last part of a part. */
function partsOf(part: Part): Part[] {
  const boundary = /boundary="?([^";]+)"?/.exec(part.headers.get('content-type') ?? '')?.[1]
  return boundary ? part.body.split(`--${boundary}`).slice(1, -1).map(readPart).flatMap(partsOf) : [part]
}

interface Part {
  headers: Map<string, string>
  body: string
}

function readPart(raw: string): Part {
  const normal = raw.replace(/\r\n/g, '\n').replace(/^\n/, '')
  const end = normal.indexOf('\n\n')
  const lines = normal
    .slice(0, end)
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')
  const headers = new Map(
    lines.map((line) => [line.split(':', 1)[0]?.toLowerCase() ?? '', line.replace(/^[^:]*:\s*/, '')]),
  )
  return { headers, body: normal.slice(end + 2) }
}

function decode({ headers, body }: Part) {
  switch (headers.get('content-transfer-encoding')) {
    case 'base64':
      return Buffer.from(body, 'base64').toString('utf8')
    case 'quoted-printable': {
      const bytes = body
        .replace(/=\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      return Buffer.from(bytes, 'latin1').toString('utf8')
    }
    default:
      return body
  }
}
