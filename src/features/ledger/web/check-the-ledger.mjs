// node check-the-ledger.mjs entries.csv …   One file, or several months in their order.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

let last
for (const file of process.argv.slice(2)) {
  const [, ...rows] = readFileSync(file, 'utf8').trim().split(/\r?\n/)
  for (const row of rows) {
    const hashed = row.slice(0, row.lastIndexOf(','))
    const hash = row.slice(row.lastIndexOf(',') + 1)
    const number = Number(row.split(',')[0])
    const previous = hashed.slice(hashed.lastIndexOf(',') + 1)
    const right = createHash('sha256').update(hashed).digest('hex')
    const follows = last
      ? number === last.number + 1 && previous === last.hash
      : number > 1 || previous === '0'.repeat(64)
    if (hash !== right || !follows) throw new Error(`Entry ${number} is off`)
    last = { number, hash }
  }
}
console.log(`All right. The last hash, of entry ${last.number}, is ${last.hash}`)
