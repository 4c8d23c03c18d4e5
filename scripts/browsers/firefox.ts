import { launch } from 'puppeteer-core'
import type { Driver, Engine, Wishes } from './driver.ts'
import { findProgram } from './find-program.ts'
import { createLeave } from './leave.ts'

const program = () => findProgram(['firefox-esr', 'firefox'])

/** Without Firefox's own calls, for which the tests have no use. */
const quiet = {
  'app.update.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'intl.accept_languages': 'en-IN, en',
}

/** As its settings page sets them. */
const preferencesOf = ({ leastType, type, refusesStorage, ownColours }: Wishes) => ({
  ...quiet,
  ...(leastType ? { 'font.minimum-size.x-western': leastType } : {}),
  ...(type ? { 'font.size.variable.x-western': type } : {}),
  ...(refusesStorage ? { 'network.cookie.cookieBehavior': 2, 'dom.storage.enabled': false } : {}),
  ...(ownColours ? { 'browser.display.document_color_use': 2 } : {}),
})

async function open(wishes: Wishes): Promise<Driver> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: program() ?? '',
    headless: true,
    extraPrefsFirefox: preferencesOf(wishes),
  })
  const [page = await browser.newPage()] = await browser.pages()
  await page.setViewport(wishes.size)
  page.on('dialog', (dialog) => dialog.accept())
  const leave = createLeave((expression) => page.evaluate(expression))
  const soon = { waitUntil: 'domcontentloaded' } as const
  return {
    goTo: async (url) => void (await page.goto(url, soon)),
    back: () => leave(() => page.evaluate(() => history.back())),
    reload: () => leave(() => page.evaluate(() => location.reload())),
    evaluate: (expression) => page.evaluate(expression),
    pressAt: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    attach: async (expression, files) => {
      const handle = await page.evaluateHandle(expression)
      const element = handle.asElement()
      if (!element) throw new Error('there is no such file field')
      const field = await element.toElement('input')
      await field.uploadFile(...files)
    },
    resize: (wanted) => page.setViewport(wanted),
    photograph: async () => Buffer.from(await page.screenshot()),
    print: () => page.pdf({ format: 'A4' }),
    forget: async () => {
      const context = page.browserContext()
      await context.deleteCookie(...(await context.cookies()))
    },
    close: () => browser.close(),
  }
}

export const firefoxEngine: Engine = {
  name: 'firefox',
  takes: ['size', 'leastType', 'type', 'refusesStorage', 'ownColours'],
  missing: async () => (program() ? undefined : 'Firefox is missing (Debian: apt-get install firefox-esr)'),
  open,
}
