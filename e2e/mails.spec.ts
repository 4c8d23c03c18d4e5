import { join } from 'node:path'
import type { Page, TestInfo } from '@playwright/test'
import { everyMail, type ShownMail } from '#features/mails/testing/every-mail.ts'
import { PICTURES_FOLDER } from '#features/pictures/server/picture-files.ts'
import { expectAccessible, expectToFit, test } from './shop-test.ts'

// Every kind of mail as a mail program shows it. With `--reporter html` a picture of each is attached to the results.

let mails: ShownMail[] = []
test.beforeAll(async () => {
  mails = await everyMail()
})

async function takePicture(page: Page, testInfo: TestInfo, kind: string) {
  if (testInfo.config.reporter.some(([name]) => name === 'html'))
    await testInfo.attach(kind, { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' })
}

const looks = [
  { colorScheme: 'light', width: 600 },
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'light', width: 320 },
  // Dark is the same in all widths.
  { colorScheme: 'dark', width: 390 },
] as const
for (const { colorScheme, width } of looks)
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
      // Contrast and structure are the same in all widths, and structure in light and dark.
      if (width === 390) await expectAccessible(page, colorScheme === 'dark' ? 'contrast' : 'any')
      await takePicture(page, testInfo, kind)
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
      await takePicture(page, testInfo, kind)
    }
  })
})
