import { chromium } from '@playwright/test'
import { findChromium } from '../find-chromium.ts'
import type { Driver, Engine, Wishes } from './driver.ts'

const WITHOUT_SANDBOX = process.getuid?.() === 0 ? ['--no-sandbox'] : []

async function open({ size, leastType, type, ownColours }: Wishes): Promise<Driver> {
  const settings = [
    ...(leastType ? [`minimumFontSize=${leastType}`] : []),
    ...(type ? [`defaultFontSize=${type}`] : []),
  ]
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [...WITHOUT_SANDBOX, ...(settings.length > 0 ? [`--blink-settings=${settings.join(',')}`] : [])],
  })
  const page = await browser.newPage({
    viewport: size,
    locale: 'en-IN',
    ...(ownColours ? { forcedColors: 'active' } : {}),
  })
  page.on('dialog', (dialog) => dialog.accept())
  const soon = { waitUntil: 'domcontentloaded' } as const
  return {
    goTo: async (url) => void (await page.goto(url, soon)),
    back: async () => void (await page.goBack(soon)),
    reload: async () => void (await page.reload(soon)),
    evaluate: (expression) => page.evaluate(expression),
    pressAt: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    attach: async (expression, files) => {
      const chooser = page.waitForEvent('filechooser')
      await page.evaluate(`(${expression}).click()`)
      await (await chooser).setFiles([...files])
    },
    resize: (wanted) => page.setViewportSize(wanted),
    photograph: () => page.screenshot(),
    print: () => page.pdf({ format: 'A4' }),
    forget: () => page.context().clearCookies(),
    close: () => browser.close(),
  }
}

export const chromiumEngine: Engine = {
  name: 'chromium',
  takes: ['size', 'leastType', 'type', 'ownColours'],
  missing: () =>
    findChromium().then(
      () => undefined,
      (error) => String(error),
    ),
  open,
}
