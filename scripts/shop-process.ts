import { isOk } from '#testing/http.ts'
import { freePort, type Program, root, runProgram, temporaryFolder, until } from '#testing/program.ts'
import { startCommandOf } from './start-command.ts'

export interface Place {
  port: number
  dataDir: string
  databaseUrl?: string
}

export const newPlace = async (): Promise<Place> => ({ port: await freePort(), dataDir: await temporaryFolder('shop') })
export const originOf = ({ port }: Place) => `http://127.0.0.1:${port}`
export const isReady = (place: Place) => isOk(originOf(place), '/readyz')

export const settingsOf = ({ port, dataDir, databaseUrl }: Place) => ({
  HOST: '127.0.0.1',
  PORT: String(port),
  DATA_DIR: dataDir,
  RATE_LIMIT: 'off',
  // Counts begin with a shop where nothing has happened.
  DEMO: 'catalogue',
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
})

interface HowToRun {
  /** The shop runs under this program. */
  tracer?: readonly string[]
  /** A script that is loaded before the shop's code and exchanges messages with us. */
  inside?: string
  /** Environment variables besides those of the place. */
  settings?: Record<string, string>
  /** The working copy whose code runs; this one by default. */
  folder?: string
}

/** Runs the built shop as `npm start` does. */
export function runShop(place: Place, { tracer = [], inside, settings = {}, folder = root }: HowToRun = {}) {
  const startCommand = startCommandOf(folder)
  const own = inside === undefined ? [] : ['--import', inside]
  return runProgram([...tracer, process.execPath, ...own, ...startCommand.args], {
    env: { PATH: process.env.PATH, ...startCommand.env, ...settingsOf(place), ...settings },
    cwd: folder,
    hasChannel: inside !== undefined,
  })
}

/** Gives the milliseconds until it is ready. Throws its output when it ends instead. */
export async function startShop(place: Place, how?: HowToRun) {
  const startedAt = performance.now()
  const shop = runShop(place, how)
  await until(shop, () => isReady(place), 10)
  return { ...shop, startMs: performance.now() - startedAt }
}

/** Tells it to stop, and waits. */
export async function stopShop(shop: Program) {
  const toldAt = performance.now()
  shop.child.kill('SIGTERM')
  const { code } = await shop.ended
  return { code, ms: performance.now() - toldAt }
}
