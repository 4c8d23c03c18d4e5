import { join } from 'node:path'
import { everyMail, type ShownMail } from '#features/mails/testing/every-mail.ts'
import { PICTURES_FOLDER } from '#features/pictures/server/picture-files.ts'
import { expectAccessible, expectToFit, test } from './shop-test.ts'

// Every kind of mail as a mail program shows it. A picture of each is attached to the results: add `--reporter html` to look at them.

let mails: ShownMail[] = []
test.beforeAll(async () => {
  mails = await everyMail()
})

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [600, 390, 320])
    test(`every mail is whole and readable, ${colorScheme} at ${width} px`, async ({ page }, testInfo) => {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await page.route('**/*', (route) => {
        const { origin, pathname } = new URL(route.request().url())
        if (origin !== 'http://haat.example' || !pathname.startsWith('/media/'))
          throw new Error(`a mail asks for ${route.request().url()}`)
        return route.fulfill({ path: join(PICTURES_FOLDER, pathname.slice('/media/'.length)) })
      })
      for (const { kind, html } of mails) {
        await page.setContent(html, { waitUntil: 'load' })
        await expectToFit(page)
        // Contrast and structure are the same in all widths.
        if (width === 390) await expectAccessible(page, 'any')
        await testInfo.attach(kind, { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' })
      }
    })

test.describe('without its style sheet and its pictures', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })
  test('every mail is readable at 320 px', async ({ page }, testInfo) => {
    await page.setViewportSize({ width: 320, height: 800 })
    await page.route('**/*', (route) => route.abort())
    for (const { kind, html } of mails) {
      await page.setContent(html.replace(/<style>[\s\S]*<\/style>/, ''))
      await expectToFit(page)
      await testInfo.attach(kind, { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' })
    }
  })
})
