const { createHash } = require('node:crypto')
const [heading, ...rows] = require('node:fs').readFileSync(0, 'utf8').trim().split('\n')
const columns = heading.split(',')
let last
for (const row of rows) {
  const cells = row.split(',')
  const entry = Object.fromEntries(columns.map((name, at) => [name, cells[at]]))
  const isFirst = last === undefined
  if (!isFirst && Number(entry.number) !== Number(last.number) + 1) throw new Error(`${entry.number}: a gap`)
  if (!isFirst && entry.previous_hash !== last.hash) throw new Error(`${entry.number}: not after the row above`)
  if (entry.number === '1' && entry.previous_hash !== '0'.repeat(64)) throw new Error('1: not the first')
  const hashed = row.slice(0, row.lastIndexOf(','))
  const hash = createHash('sha256').update(hashed).digest('hex')
  if (hash !== entry.hash) throw new Error(`${entry.number}: another hash`)
  last = entry
}
console.log(last ? `${last.number} ${last.hash}` : 'no entries')
