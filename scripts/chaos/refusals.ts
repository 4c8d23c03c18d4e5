import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#testing/program.ts'
import { seconds } from '../figures.ts'
import { newPlace, type Place, runShop, startShop, stopShop } from '../shop-process.ts'
import type { Part } from './report.ts'

const MAX_MS = 15_000

/** Name, size and time of everything in a folder; undefined when there is no folder. */
async function look(folder: string): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => undefined)
  const seen = names?.sort().map(async (name) => {
    const { size, mtimeMs } = await stat(join(folder, name))
    return `${name} ${size} ${mtimeMs}`
  })
  return seen && (await Promise.all(seen)).join('\n')
}

/** A refused start: one line, an exit code, and nothing written. */
async function refuse(part: Part, place: Place, words: string, isUntouched = true) {
  const before = await look(place.dataDir)
  const shop = runShop(place)
  const { code, ms } = await shop.ended
  const line = shop.printed.error.trim()
  part.say(`“${line}” (code ${code}, ${seconds(ms)})`)
  part.check(line.includes(words) && !line.includes('\n'), `it does not say in one line that it ${words}`)
  part.check(code !== 0 && code !== null, `it ended with code ${code}`)
  part.check(ms < MAX_MS, 'it took longer than 15 s')
  if (isUntouched) part.check((await look(place.dataDir)) === before, 'something was written')
}

export async function refuseToStart(part: Part) {
  const running = await newPlace()
  const shop = await startShop(running)
  const places = await Promise.all(Array.from({ length: 4 }, newPlace))
  const [foreign, file, damaged, fresh] = places
  if (!foreign || !file || !damaged || !fresh) return

  const another = { ...running, port: await freePort() }
  await refuse(part, another, 'in use by another process', false)

  await writeFile(join(foreign.dataDir, 'thesis.doc'), 'years of work')
  await refuse(part, foreign, 'is not empty and holds no Haat data')

  const notFolder = join(file.dataDir, 'file')
  await writeFile(notFolder, '')
  await refuse(part, { ...file, dataDir: notFolder }, 'is a file, not a directory')

  await stopShop(await startShop(damaged))
  await writeFile(join(damaged.dataDir, 'haat.sqlite'), 'x'.repeat(8192), { flag: 'r+' })
  await refuse(part, damaged, 'is damaged: restore a backup')

  const unmade = join(fresh.dataDir, 'unmade')
  await refuse(part, { port: running.port, dataDir: unmade }, `port ${running.port} is in use`)

  const nobody = `postgres://nobody@127.0.0.1:${await freePort()}/nothing`
  await mkdir(unmade)
  await refuse(part, { ...fresh, dataDir: unmade, databaseUrl: nobody }, 'the database cannot be reached', false)

  await stopShop(shop)
}
