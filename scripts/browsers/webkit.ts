import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, listens, runProgram, temporaryFolder, until } from '#testing/program.ts'
import type { Driver, Engine, Key, Wishes } from './driver.ts'
import { findProgram } from './find-program.ts'
import { startSession } from './webdriver.ts'

const DRIVERS = ['WebKitWebDriver', '/usr/lib/webkit2gtk-4.1/WebKitWebDriver']
const LIBRARIES = '/usr/lib'
/** Where the standard puts these keys. */
const keys: Record<Key, string> = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004' }
/** Otherwise its bar of buttons is 447 px wide, and no page can be narrower. */
const NARROW_BAR =
  '* { min-width: 0; min-height: 0; padding: 0; margin: 0; font-size: 1px; -gtk-icon-transform: scale(0.1); }'

/** WebKit's own small browser; its folder is named after the machine's kind. */
async function findBrowser() {
  const folders = await readdir(LIBRARIES).catch(() => [])
  return findProgram(folders.map((folder) => join(LIBRARIES, folder, 'webkit2gtk-4.1', 'MiniBrowser')))
}

/** Without these it waits for a desktop's bus, settings and accessibility, and searches for players of films. */
const WITHOUT_DESKTOP = {
  DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  GIO_USE_VFS: 'local',
  GSETTINGS_BACKEND: 'memory',
  GST_REGISTRY_DISABLE: 'yes',
  NO_AT_BRIDGE: '1',
}

/** A screen that nobody sees. */
async function startScreen() {
  for (let number = 60; ; number += 1) {
    const screen = runProgram(['Xvfb', `:${number}`, '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
      env: { PATH: process.env.PATH },
    })
    const ends = screen.ended.then(() => true)
    const isTaken = await Promise.race([ends, new Promise<false>((resolve) => setTimeout(resolve, 500, false))])
    if (!isTaken) return { screen, name: `:${number}` }
    if (number > 90) throw new Error(`Xvfb does not start: ${screen.printed.error}`)
  }
}

async function open({ size }: Wishes): Promise<Driver> {
  const { screen, name } = await startScreen()
  const folder = await temporaryFolder('webkit')
  await mkdir(join(folder, 'gtk-3.0'))
  await writeFile(join(folder, 'gtk-3.0', 'gtk.css'), NARROW_BAR)
  const port = await freePort()
  const env = {
    ...WITHOUT_DESKTOP,
    ...{ PATH: process.env.PATH, HOME: folder, DISPLAY: name, XDG_CONFIG_HOME: folder, LANG: 'C.UTF-8' },
  }
  const program = runProgram([findProgram(DRIVERS) ?? '', `--port=${port}`], { env })
  await until(program, () => listens(port))
  const session = await startSession(`http://127.0.0.1:${port}`, {
    pageLoadStrategy: 'none',
    unhandledPromptBehavior: 'accept',
    'webkitgtk:browserOptions': { binary: await findBrowser(), args: ['--automation'] },
  })

  /** The window's bar takes some of the height, so the window is made higher. */
  async function resize({ width, height }: { width: number; height: number }) {
    await session.resize(width, height)
    const bar = height - Number(await session.execute('innerHeight'))
    await session.resize(width, height + bar)
  }

  await resize(size)
  return {
    goTo: session.goTo,
    back: session.back,
    reload: session.reload,
    evaluate: session.execute,
    pressAt: async ({ x, y }) => void (await session.pressAt(x, y)),
    type: async (text) => void (await session.type(text)),
    press: async (key) => void (await session.type(keys[key])),
    attach: session.attach,
    resize,
    photograph: session.photograph,
    forget: async () => void (await session.deleteCookies()),
    close: async () => {
      await session.end()
      program.child.kill()
      screen.child.kill()
    },
  }
}

async function missing() {
  if (!findProgram(DRIVERS) || !(await findBrowser()))
    return 'WebKit is missing (Debian: apt-get install webkit2gtk-driver)'
  return findProgram(['Xvfb']) ? undefined : 'A screen for WebKit is missing (Debian: apt-get install xvfb)'
}

export const webkitEngine: Engine = { name: 'webkit', takes: ['size'], missing, open }
