import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { Job } from '#kernel/background.ts'
import { SECOND_MS } from '#shared/time.ts'
import { encodeFile, findMissing, keepFile, listVariants, PICTURES_FOLDER, type Variant } from './picture-files.ts'
import pictures from './pictures.json' with { type: 'json' }

const MAKER = fileURLToPath(new URL('make-in-background.ts', import.meta.url))
/** Set before the program starts: later it would miss threads that run already. */
const LOWEST_PRIORITY = process.platform === 'win32' ? [] : ['nice', '-n', '19']
const LOOK_EVERY_MS = 2 * SECOND_MS
/** Another shop in this folder makes the files, and may stop before it is done. */
const TRY_AGAIN_MS = 30 * SECOND_MS

export type DemoPictures = Awaited<ReturnType<typeof openDemoPictures>>

/** Missing demo pictures are made when asked for. Pages name WebP, which is quick to make, until all AVIF are there. */
export async function openDemoPictures(log: FastifyBaseLogger, folder = PICTURES_FOLDER) {
  let missing = await findMissing(listVariants(pictures), folder)
  const making = new Map<string, Promise<Buffer | undefined>>()
  let maker: ChildProcess | undefined
  let nextTry = 0
  let isComplete = missing.size === 0

  const lacksAvif = () => [...missing.values()].some(({ format }) => format === 'avif')

  async function makeNow(variant: Variant) {
    if (existsSync(join(folder, variant.name))) return undefined
    const content = await encodeFile(variant)
    try {
      await keepFile(variant, content, folder)
      missing.delete(variant.name)
      return undefined
    } catch (error) {
      log.warn({ err: error }, 'a demo picture cannot be kept')
      return content
    }
  }

  function startMaker() {
    nextTry = performance.now() + TRY_AGAIN_MS
    let printed = ''
    const [command = '', ...args] = [...LOWEST_PRIORITY, process.execPath, MAKER, folder]
    maker = spawn(command, args, { stdio: ['pipe', 'ignore', 'pipe'] })
    maker.stderr?.on('data', (text) => {
      printed += text
    })
    maker.on('error', (error) => log.warn({ err: error }, 'the demo pictures cannot be made in the background'))
    maker.on('exit', (code) => {
      maker = undefined
      if (!code) return
      nextTry = Number.POSITIVE_INFINITY
      log.warn({ code, printed }, 'the demo pictures cannot be made in the background')
    })
  }

  return {
    hasAvif: () => !lacksAvif(),

    /** Makes a missing file, once for all who ask. Undefined: it is in the folder, or no demo picture. Content: it could not be kept. */
    make(name: string): Promise<Buffer | undefined> | undefined {
      const variant = missing.get(name)
      if (!variant) return undefined
      const other = making.get(name)
      if (other) return other
      const mine = makeNow(variant).finally(() => making.delete(name))
      making.set(name, mine)
      return mine
    },

    job: (onDone: () => void): Job => ({
      name: 'demo pictures',
      everyMs: LOOK_EVERY_MS,
      first: 'listening',
      async work(isStopping) {
        if (isComplete) return
        missing = await findMissing(missing, folder)
        isComplete = missing.size === 0
        if (isComplete) onDone()
        else if (!maker && !isStopping() && performance.now() > nextTry) startMaker()
      },
      breakOff: () => maker?.kill(),
    }),
  }
}
