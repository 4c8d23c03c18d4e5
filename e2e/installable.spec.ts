import { expect, open, test } from './shop-test.ts'

test('the shop can be installed: a manifest in its own name, with icons that load', async ({ page }) => {
  await open(page, '/')
  const client = await page.context().newCDPSession(page)
  const { url, errors, data = '' } = await client.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(new URL(url).pathname).toBe('/manifest.webmanifest')
  const manifest = JSON.parse(data)
  expect(manifest).toMatchObject({ name: 'Haat', start_url: '/', display: 'standalone', theme_color: '#000000' })
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (address) => {
      const picture = new Image()
      picture.src = address
      await picture.decode()
      return `${picture.naturalWidth}x${picture.naturalHeight}`
    }, src)
    expect(size).toBe(sizes)
  }
  expect((await client.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
})
