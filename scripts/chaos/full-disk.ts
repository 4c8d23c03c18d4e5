import { execFileSync, spawnSync } from 'node:child_process'
import { appendFile, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { succeeds } from '#shared/deferred.ts'
import type { Random } from '#shared/random.ts'
import { sharedEn } from '#shared/shared.words.en.ts'
import { temporaryFolder } from '#testing/program.ts'
import { undoLater } from '#testing/undo.ts'
import { type Browser, createBrowser } from '../browser.ts'
import { newPlace, originOf, type Place, startShop, stopShop } from '../shop-process.ts'
import { checkBooks } from './books.ts'
import { buy, countStock, createBuyer, newPurchase, type Purchase, startBuyers } from './buyers.ts'
import type { Part } from './report.ts'

const SIZE_MB = 24
const EARLY = 8
const DEADLINE_MS = 10_000

interface Disk {
  what: string
  dataDir: string
  fill: (pid: number) => Promise<void>
  makeRoom: (pid: number) => Promise<void>
}

/** A small filesystem of its own, if we may mount one. */
async function mountDisk(): Promise<Disk | undefined> {
  const folder = await temporaryFolder('disk')
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', folder])
  if (mounted.status !== 0) return undefined
  undoLater(() => execFileSync('umount', [folder]))
  const ballast = join(folder, 'ballast')
  return {
    what: `a disk of ${SIZE_MB} MB`,
    dataDir: join(folder, 'data'),
    async fill() {
      for (const bytes of [1_000_000, 10_000, 100]) {
        while (await succeeds(appendFile(ballast, Buffer.alloc(bytes))));
      }
    },
    makeRoom: () => rm(ballast),
  }
}

/** Without a mount: no file of the process may grow, as with a quota. */
async function limitFiles(): Promise<Disk | undefined> {
  if (spawnSync('prlimit', ['--version']).status !== 0) return undefined
  const place = await newPlace()
  const limit = (pid: number, bytes: string) => execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`])
  return {
    what: 'a limit on the size of files (no disk can be mounted here)',
    dataDir: place.dataDir,
    async fill(pid) {
      const names = await readdir(place.dataDir)
      const sizes = await Promise.all(names.map(async (name) => (await stat(join(place.dataDir, name))).size))
      limit(pid, String(Math.max(...sizes)))
    },
    async makeRoom(pid) {
      limit(pid, 'unlimited')
    },
  }
}

const forEverybody = ['/', '/products', '/api/product/list', '/healthz', '/readyz']
const forShoppers = ['/my-orders', '/cart', '/api/order/user', '/api/user/is-auth']

/** Pages must be readable while nothing can be saved. */
async function checkReading(part: Part, browser: Browser, paths: readonly string[]) {
  for (const path of paths) {
    const { status } = await browser.send(path)
    part.check(status === 200, `${path} answers ${status} on a full disk`)
  }
}

/** The disk is full while people buy, and has room again. */
export async function fillDisk(part: Part, { random }: { random: Random }) {
  const disk = (await mountDisk()) ?? (await limitFiles())
  if (!disk) return part.skip('neither mount nor prlimit is allowed')
  const place: Place = { ...(await newPlace()), dataDir: disk.dataDir }
  const origin = originOf(place)
  const shop = await startShop(place)
  const pid = shop.child.pid ?? 0
  const stock = await countStock(origin)
  const products = [...stock.keys()]
  const watcher = await createBuyer(origin)
  const buyers = await startBuyers(origin, 4, products, random)
  // This early the database's log still grows with every order; later its space is reused.
  while (buyers.count() < EARLY) await setTimeout(5)

  const before = buyers.count()
  await disk.fill(pid)
  const watched: Purchase[] = []
  const refusal = await untilRefused(() => {
    const purchase = newPurchase(watcher, products, random)
    watched.push(purchase)
    return buy(watcher, purchase)
  })
  await checkReading(part, createBrowser(origin), forEverybody)
  await checkReading(part, watcher.browser, [...forEverybody, ...forShoppers])
  const during = buyers.count()
  await disk.makeRoom(pid)
  await setTimeout(500)
  await buyers.stop()
  const refused = watched.at(-1)
  if (refused) await buy(watcher, refused)
  const all = [...buyers.purchases, ...watched]
  const { code } = await stopShop(shop)

  part.say(`${disk.what}, filled after ${before} orders: “${refusal}”`)
  part.say(`reading went on; with room again ${buyers.count() - during} more orders without a restart`)
  part.check(refusal === sharedEn.CANNOT_SAVE, 'orders were not refused with the sentence for it')
  part.check(buyers.count() > during, 'it does not work again')
  part.check(code === 0, `it ended with code ${code}: ${shop.printed.error}`)
  for (const problem of buyers.mishaps.unexpected) part.fail(problem)
  await checkBooks(part, join(disk.dataDir, 'haat.sqlite'), all, stock)
}

/** Uses up the rest of the disk first. Gives the refusal's sentence. */
async function untilRefused(attempt: () => Promise<unknown>) {
  const until = performance.now() + DEADLINE_MS
  while (performance.now() < until) {
    const error = await attempt().then(
      () => undefined,
      (reason: unknown) => reason,
    )
    if (error) return error instanceof Error ? error.message : String(error)
    await setTimeout(20)
  }
  return 'never refused'
}
