// `node scripts/health-check.ts`: ends with 0 when the shop that HOST and PORT name is ready to answer. For containers.

const TIMEOUT_MS = 2500
const { HOST = '127.0.0.1', PORT = '3000' } = process.env

/** 0.0.0.0 and :: mean all addresses, which include the machine's own. */
const reachable: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1', '': '127.0.0.1' }
const host = reachable[HOST] ?? HOST
const url = `http://${host.includes(':') ? `[${host}]` : host}:${PORT || '3000'}/readyz`

try {
  const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!ok) console.error(`${url} answered ${status}`)
  process.exitCode = ok ? 0 : 1
} catch (error) {
  console.error(`${url}: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
