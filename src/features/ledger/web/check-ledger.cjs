async function checkLedger(text) {
  const other = { problem: 'This file was saved by another program: fetch it again' }
  const row = 'number,at,kind,producer,order,line,quantity,maker,costs,producer_share,community,shop,tax'
  const headings = [`${row},previous_hash,hash`, `format,${row},advance,commitment,previous_hash,hash`]
  const [day, hex] = ['\\d{4}-\\d\\d-\\d\\d', '[0-9a-f]{64}']
  const start = `(2,)?\\d+,(${day}(T[\\d:.]+Z)?)?,[a-z ]*,\\d*,(${hex})?`
  const form = new RegExp(`^${start}(,-?\\d*)+(,${hex})?,(${hex}|first),${hex}$`)
  const entries = []
  let columns
  for (const line of text.replace(/["\uFEFF]/g, '').split(/[\r\n]+/)) {
    const cells = line.split(',')
    if (headings.includes(line)) columns = cells
    else if (line !== '' && (cells.length !== columns?.length || !form.test(line))) return other
    else if (line !== '')
      entries.push({ whole: line, ...Object.fromEntries(columns.map((name, at) => [name, cells[at]])) })
  }
  if (columns === undefined) return other
  if (entries.some(({ number }, at) => at > 0 && Number(number) <= Number(entries[at - 1].number))) return other
  let [last, hidden] = [undefined, 0]
  for (const { whole, format, number, kind, previous_hash, hash } of entries) {
    if (last && Number(number) !== Number(last.number) + 1 && kind !== 'restored')
      return { problem: `${number}: a gap` }
    if (last && previous_hash !== last.hash) return { problem: `${number}: not after the row above` }
    if (number === '1' && previous_hash !== (format ? 'first' : '0'.repeat(64))) return { problem: '1: not the first' }
    if (kind === '') hidden += 1
    else if ((await sha256(whole.slice(0, -65))) !== hash) return { problem: `${number}: another hash` }
    last = { number, hash }
  }
  return { last, hidden, computed: entries.length - hidden }
}
async function sha256(text) {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
async function main(text = '') {
  for await (const part of process.stdin.setEncoding('utf8')) text += part
  const { problem, last, computed, hidden } = await checkLedger(text)
  if (problem) process.exit(console.error(problem) ?? 1)
  console.log(last ? `${last.number} ${last.hash}` : 'no entries')
  console.log(`${computed} rows computed, ${hidden} known by their place in the chain`)
}
// On the shop's page the browser computes with the same functions.
globalThis.process ? main() : Object.assign(globalThis, { checkLedger, sha256 })
