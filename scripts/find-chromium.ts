import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sparticuz from '@sparticuz/chromium'

// The headless shell is the same browser without windows: half the work for the machine.
const COMMANDS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const ADVICE =
  'No Chromium for the browser tests. Install one (Debian: apt-get install chromium-headless-shell) or name one: CHROMIUM=/path/to/chromium npm test'

function canRun(file: string) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** $CHROMIUM, else one of the system, else the one that comes as a package (Linux on x64). */
export async function findChromium(): Promise<string> {
  const named = process.env.CHROMIUM
  if (named) {
    if (!canRun(named)) throw new Error(`CHROMIUM is ${named}, which is not a program`)
    return named
  }
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [...COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command))), ...APPLICATIONS]
  const found = candidates.find(canRun)
  if (found) return found
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error(ADVICE)
  const executablePath = await sparticuz.executablePath().catch((cause) => {
    throw new Error(ADVICE, { cause })
  })
  // It needs libraries that a bare machine may lack.
  const { status } = spawnSync(executablePath, ['--no-sandbox', '--headless', '--version'])
  if (status !== 0) throw new Error(ADVICE)
  return executablePath
}

const isStartedDirectly = process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href
if (isStartedDirectly) {
  try {
    console.log(`Browser tests will use ${await findChromium()}`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
