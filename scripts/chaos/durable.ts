import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Random } from '#shared/random.ts'
import { newPlace, originOf, startShop } from '../shop-process.ts'
import { buy, countStock, createBuyer, newPurchase } from './buyers.ts'
import type { Part } from './report.ts'

const TRACE_DEADLINE_MS = 10_000
const CALLS = 'read,readv,recvfrom,write,writev,sendto,pwrite64,fsync,fdatasync'

/** One order, watched by strace: its bytes are on the disk before its answer leaves. */
export async function seeItOnDisk(part: Part, { random }: { random: Random }) {
  if (spawnSync('strace', ['-o', '/dev/null', 'true']).status !== 0)
    return part.skip('strace is missing or not allowed (Debian: apt-get install strace)')
  const place = await newPlace()
  const origin = originOf(place)
  const trace = join(place.dataDir, '.strace')
  // -D: the shop is our child, and not strace.
  const tracer = ['strace', '-D', '-f', '--seccomp-bpf', '-y', '-s', '256', '-e', `trace=${CALLS}`, '-o', trace]
  const shop = await startShop(place, { tracer })
  const stock = await countStock(origin)
  const buyer = await createBuyer(origin)
  await buy(buyer, newPurchase(buyer, [...stock.keys()], random))
  shop.child.kill('SIGTERM')
  await shop.ended

  const lines = await readTrace(trace, shop.child.pid ?? 0)
  const asked = lines.findIndex((line) => line.includes('POST /api/order/cod'))
  const answered = lines.findIndex((line, at) => at > asked && /(write|writev|sendto)\(.*"HTTP\/1\.1 200/.test(line))
  const between = lines.slice(asked, answered)
  const written = between.findLastIndex((line) => /pwrite64\(.*haat\.sqlite-wal/.test(line))
  const synced = between.findLastIndex((line) => /f(data)?sync\(.*haat\.sqlite-wal.*= 0$/.test(line))
  part.check(asked >= 0 && answered > asked, 'the trace does not show the order and its answer')
  part.check(written >= 0, 'the trace does not show the order being written')
  part.check(synced > written, 'the answer left before the order was on the disk')
  for (const line of [between[written], between[synced], lines[answered]]) if (line) part.say(short(line))
}

/** The tracer writes its last lines after the shop has ended. */
async function readTrace(file: string, pid: number) {
  const until = performance.now() + TRACE_DEADLINE_MS
  for (;;) {
    const text = await readFile(file, 'latin1')
    if (text.includes(`${pid} +++`) || performance.now() > until) return text.split('\n')
    await setTimeout(50)
  }
}

/** Shows a system call without most of its bytes. */
const short = (line: string) => line.replace(/"((?:[^"\\]|\\.){0,15})(?:[^"\\]|\\.)*"(\.\.\.)?/g, '"$1…"').slice(0, 110)
