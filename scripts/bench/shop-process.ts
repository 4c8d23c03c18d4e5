import { setTimeout } from 'node:timers/promises'
import { isOk } from '#testing/http.ts'
import { freePort, runProgram, until } from '#testing/program.ts'
import { originOf, type Place, runShop, stopShop } from '../shop-process.ts'
import { memoryMb } from './processes.ts'

const POLL_MS = 2
/** Memory is read when the start's garbage has had time to go. */
const SETTLE_MS = 2000

/** Without demo and limits. */
export const BENCH_SETTINGS = { NODE_ENV: 'production', DEMO: '0' }

/** The shop as `npm start` runs it, from spawn to the first 200 of its home page. */
async function startShop(place: Place, folder: string) {
  const startedAt = performance.now()
  const shop = runShop(place, { settings: BENCH_SETTINGS, folder })
  await until(shop, () => isOk(originOf(place), '/'), POLL_MS)
  return { ...shop, startMs: performance.now() - startedAt }
}

/** Fastify that answers ready bytes, as they stand in this file: the port it listens on. */
export async function startReadyBytes(file: string) {
  const port = await freePort()
  const env = { NODE_ENV: 'production', ANSWERS: file, PORT: String(port) }
  const server = runProgram([process.execPath, 'scripts/bench/ready-bytes.ts'], { env })
  await until(server, () => isOk(`http://127.0.0.1:${port}`, '/ready'))
  return port
}

/** Starts the shop several times: the last one goes on. The first is not counted, since it may find files that are not in memory. */
export async function startSeveralTimes(place: Place, times: number, folder: string) {
  let shop = await startShop(place, folder)
  const startsMs: number[] = []
  for (let count = 0; count < times; count++) {
    await stopShop(shop)
    shop = await startShop(place, folder)
    startsMs.push(shop.startMs)
  }
  await setTimeout(SETTLE_MS)
  const { pid } = shop.child
  return { pid, startsMs, idleMb: memoryMb(pid) }
}
