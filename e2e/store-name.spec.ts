import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { extractText, getDocumentProxy } from 'unpdf'
import { isReady } from '#testing/http.ts'
import { readMail } from '#testing/mail.ts'
import { startProcess } from '#testing/processes.ts'
import { until } from '#testing/program.ts'
import { undoAll } from '#testing/undo.ts'
import { everyPage } from './all-pages.ts'
import { expect, test } from './shop-test.ts'

// A shop of another name, looked at as a whole: its pages for everybody who may see them, its mails, its papers, its scripts.

/** The name that must be nowhere, and its mark. Cookies and files have names of their own, in small letters. */
const OURS = /Haat|हाट/
test.afterEach(undoAll)

test('a shop of another name never says ours', async ({ playwright }) => {
  const shop = await startProcess({
    ...{ STORE_NAME: 'Mela', DEMO: 'catalogue' },
    ...{ SUPPORT_EMAIL: 'help@mela.example', MAIL_FROM: 'orders@mela.example' },
  })
  await until(shop, () => isReady(shop))
  expect(shop.printed.out).not.toMatch(/^Haat|हाट/m)
  const { browsers, pages, orderId } = await everyPage(playwright, shop.origin)
  const { visitor, shopper } = browsers
  for (const browser of Object.values(browsers)) {
    for (const url of [...pages, '/api/openapi.json', '/api/docs', '/robots.txt', '/sitemap.xml']) {
      const answer = await browser.get(url)
      expect(answer.status(), url).toBeLessThan(500)
      expect(await answer.text(), url).not.toMatch(OURS)
    }
  }
  const home = await (await visitor.get('/')).text()
  expect(home).toContain(' | Mela</title>')
  expect(await (await visitor.get('/login')).text()).toContain('New to Mela?')

  for (const paper of ['invoice', 'credit-note/1']) {
    const pdf = await shopper.get(`/api/order/${orderId}/${paper}.pdf`)
    expect(pdf.status(), paper).toBe(200)
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await pdf.body())), { mergePages: true })
    expect(text, paper).toContain('Mela')
    expect(text, paper).not.toMatch(OURS)
  }

  const folder = join(shop.dataDir, 'mail')
  const read = async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
    return Promise.all(names.map(async (name) => readMail(await readFile(join(folder, name), 'utf8'))))
  }
  // Welcome, order, reset, newsletter, new password, new address, three steps of the order, two applications and what became of them.
  await expect.poll(async () => (await read()).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(13)
  for (const mail of await read()) {
    const subject = mail.headers.get('subject')
    expect(`${[...mail.headers.values()].join('\n')}\n${mail.text}\n${mail.html}`, subject).not.toMatch(OURS)
    expect(mail.html, subject).toContain('Mela')
  }
})

test('its scripts say our name only to leave the mark out', async () => {
  const folder = 'build/pages/client/assets'
  const scripts = (await readdir(folder)).filter((file) => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(10)
  for (const script of scripts) {
    const code = await readFile(join(folder, script), 'utf8')
    const said = [...code.matchAll(/.{0,16}Haat.{0,16}/g)].map(([words]) => words)
    expect(
      said.filter((words) => !/===?["'`]Haat["'`]|["'`]Haat["'`]===?/.test(words)),
      script,
    ).toEqual([])
  }
})
